import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiError } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  type TestServer,
  testServer,
  type TestUser,
} from '../../testing.ts'

// The server with its signer as a separate process, as in production.

let server: TestServer
let adminToken: string
let app: TestApp
let user: TestUser
beforeAll(async () => {
  server = await testServer({
    OPENAUTH_SIGNER: 'process',
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_SIGNER_EXPORTS_PER_HOUR: '1',
  })
  adminToken = await signInAsAdmin(server)
  app = await createTestApp(server, adminToken, 'Signed')
  user = await signInAs(server, app.id, 'ada')
})
afterAll(() => server.stop())

const signerPid = async (): Promise<number> => {
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (status.includes(`PPid:\t${process.pid}\n`) && line.includes('dist/signer.js')) return Number(name)
  }
  throw new Error('no signer runs')
}

test('registers users, signs, stores settings and verifies', async () => {
  const admin = server.as(adminToken)
  expect(await admin.keys.status()).toMatchObject({ signer: 'process', backend: 'local', current: 'local:1' })
  expect((await user.client.solana.signMessage({ message: 'hello' })).signature).toMatch(/^\w{80,}$/)
  await admin.apps.update({ id: app.id, telegramBotToken: 'a token' })
  expect((await admin.apps.get({ id: app.id })).telegramBotToken).toBe('a token')
  const { reports, next } = await admin.keys.verify()
  expect({ reports, next }).toEqual({ reports: [{ kekId: 'local:1', opened: 3, failed: 0 }], next: null })
})

test('S13: the signer limits private key exports independently of the server', async () => {
  await server.as(adminToken).apps.update({ id: app.id, privateKeyExportEnabled: true })
  expect(await user.client.solana.privateKey({})).toMatch(/^\w{80,}$/)
  const { client: another } = await signInAs(server, app.id, 'another')
  const refusal = await another.solana.privateKey({}).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect((refusal as ApiError).retryAfter).toBeGreaterThan(3000)
  expect(await user.client.solana.privateKey({})).toMatch(/^\w{80,}$/)
})

test.skipIf(process.platform !== 'linux')(
  'killed under load, it restarts within seconds, and unanswered requests fail',
  async () => {
    const outcomes = new Map<number, number>()
    let done = false
    const worker = async () => {
      while (!done) {
        const { status } = await server.send('POST', '/user/solana/sign-message', {
          token: user.token,
          body: { message: 'under load' },
        })
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
      }
    }
    const workers = Array.from({ length: 8 }, worker)
    await pause(500)
    for (let kills = 0; kills < 2; kills += 1) {
      process.kill(await signerPid(), 'SIGKILL')
      await pause(300)
      await expect
        .poll(
          async () => (await user.client.solana.signMessage({ message: 'back' }).catch(() => undefined))?.signature,
          { timeout: 120_000 },
        )
        .toBeTruthy()
    }
    done = true
    await Promise.all(workers)
    expect([...outcomes.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(outcomes.get(200)).toBeGreaterThan(10)
  },
)

test.skipIf(process.platform !== 'linux')('the signer has its own settings and none of the server’s', async () => {
  const environment = (await readFile(`/proc/${await signerPid()}/environ`, 'utf8')).split('\0')
  const names = environment.map((line) => line.split('=')[0])
  expect(names).toContain('OPENAUTH_SIGNER_SOCKET')
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'PORT', 'OPENAUTH_RATE_LIMIT_SCALE'])
    expect(names).not.toContain(name)
})
