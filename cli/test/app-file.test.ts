import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, testServer, type TestServer } from '../../api/src/testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions } from './cli.ts'

let home: string
let server: TestServer
let token: string
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

test('try', async () => {
  const app = await createTestApp(server, token, `Files 1`)
  const admin = server.as(token)
  await admin.oidcConnections.create({ appId: app.id, key: 'okta', title: 'Okta', issuer: 'https://okta.example', clientId: 'abc', clientSecret: 'hidden-one', domains: ['example.com'] })
  await admin.apps.update({ id: app.id, googleEnabled: true, googleClientId: 'gid', googleClientSecret: 'hidden-two', brand: { texts: { login: { en: 'Hi' } } } })
  await admin.gameTasks.create({ appId: app.id, title: 'Read', url: 'https://example.com/', reward: 5, check: { kind: 'visit' } })
  await admin.gameTasks.create({ appId: app.id, title: 'Code', reward: 5, check: { kind: 'code' }, startsAt: 4_000_000_000_000 })
  await admin.knownTokens.set({ appId: app.id, network: 'solana', address: 'native', symbol: 'SOL', name: 'Solana' })
  await admin.walletPolicies.update({ appId: app.id, limits: [{ token: 'solana:native', perDay: '5000' }] })
  const path = join(home, 'a.yaml')
  console.log(await openauth(['apps', 'pull', app.id, '--file', path]))
  const text = await readFile(path, 'utf8')
  console.log(text)
  console.log(await openauth(['apps', 'pull', '--file', path]))
  expect(await readFile(path, 'utf8')).toBe(text)
  console.log(await openauth(['apps', 'diff', '--file', path]))
  const env = { APP_GOOGLE_CLIENT_SECRET: 'hidden-two', APP_OKTA_CLIENT_SECRET: 'x' }
  console.log(await openauth(['apps', 'push', '--file', path], { env }))
  const b = join(home, 'b.yaml')
  await writeFile(b, text.replace('name: Files 1', 'name: Files 2'))
  console.log(await openauth(['apps', 'push', '--file', b, '--create', '--yes'], { env }))
  await openauth(['apps', 'pull', '--file', b])
  expect(await readFile(b, 'utf8')).toBe(text.replace('name: Files 1', 'name: Files 2'))
})
