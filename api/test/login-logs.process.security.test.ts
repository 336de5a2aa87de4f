import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, fetchTransport } from '@openauth/client'
import { startIdentityWorld } from '@openauth/localnet/identity'
import { expect, onTestFinished, test } from 'vitest'
import { methodFixtures } from '../src/features/login/method-fixtures.testing.ts'
import { type LoginWorld, createLoginWorld } from '../src/features/login/testing.ts'
import { sendTo } from '../src/http.testing.ts'
import { freePort, testDatabase } from '../src/testing.ts'
import { endProcess, startProcess } from './server-process.ts'

/** Every text of a body that is worth something to whoever reads it. */
const secretsIn = (body: Record<string, unknown>): string[] =>
  ['token', 'idToken', 'code', 'signature', 'data', 'message']
    .map((name) => body[name])
    .filter((value): value is string => typeof value === 'string')

test('secrets in logs: logins by every method, rightful and refused, write none of theirs', async () => {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'openauth-data-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const world = await startIdentityWorld()
  onTestFinished(() => world.stop())
  const port = await freePort()
  const running = await startProcess({
    ...world.environment,
    DATABASE_URL: database.url,
    OPENAUTH_DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    PORT: String(port),
    OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
  })
  onTestFinished(async () => void (await endProcess(running)))
  const { url } = running
  const as = (token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))
  const harness = await createLoginWorld({ as, url }, world)
  const secrets: string[] = Object.values(world.clients).flatMap(({ own }) =>
    'clientSecret' in own ? [own.clientSecret] : [own.privateKey.split('\n')[1]!],
  )
  secrets.push(world.telegram.bots.own.token)
  for (const fixture of methodFixtures) {
    const body = await fixture.show(harness as unknown as LoginWorld, harness.app.id)
    const login = (more: object) =>
      sendTo(url)('POST', `/user/login-${fixture.method}`, { body: { appId: harness.app.id, ...body, ...more } })
    const { body: answer } = await login({})
    expect([fixture.method, Object.keys(answer)]).toEqual([fixture.method, ['data']])
    await login({})
    secrets.push(...secretsIn(body), answer.data.token as string)
  }
  // A provider that fails is logged, with what it was asked: never with what it was shown.
  world.faults.set({ path: /./, kind: 'error' })
  const { accessToken } = await world.issue.github()
  await sendTo(url)('POST', '/user/login-github', { body: { appId: harness.app.id, token: accessToken } })
  await endProcess(running)
  const written = running.output()
  expect(written).toContain('a login provider does not answer')
  for (const secret of [...secrets, accessToken]) expect(written.includes(secret)).toBe(false)
})
