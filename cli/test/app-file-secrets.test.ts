import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesWorld, secrets } from './app-file.testing.ts'

const { admin, pulled, edit, run, push, audited } = filesWorld()

const perSecond = async (appId: string) => (await admin().gameRules.get({ appId })).rules.taps.perSecond

describe('secrets', () => {
  const google = async (id: string) => (await admin().apps.get({ id })).googleClientSecret

  test('are compared, sent and named, and never shown', async () => {
    const { app, path } = await pulled()
    const env = { ...secrets, APP_GOOGLE_CLIENT_SECRET: 'hidden-google-2' }
    const outputs = [
      await run('diff', path, ['--verbose'], { env }),
      await run('diff', path, ['--json', '--verbose'], { env }),
      await run('push', path, ['--yes', '--verbose'], { env }),
      await run('push', path, ['--yes', '--send-secrets', '--verbose'], { env }),
      await run('pull', path, ['--verbose'], { env }),
    ]
    expect(outputs.map(({ code }) => code)).toEqual([1, 1, 0, 0, 0])
    expect(outputs[0]!.stdout).toBe(
      '~ loginMethods.google.clientSecret: another secret → { env: APP_GOOGLE_CLIENT_SECRET }\n',
    )
    expect(outputs[3]!.stdout).toBe(
      '~ oidcConnections.okta.clientSecret: another secret → { env: APP_OKTA_CLIENT_SECRET }\n',
    )
    expect(await google(app.id)).toBe('hidden-google-2')
    const shown = JSON.stringify([outputs, await audited(app.id), await readFile(path, 'utf8')])
    expect(shown).not.toContain('hidden-')
  })

  test('that are not there are told with their lines, and are left alone where that is wanted', async () => {
    const { app, path } = await pulled()
    await edit(path, ['perSecond: 30', 'perSecond: 31'])
    const refused = await run('push', path, ['--yes'], { env: {} })
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /line \d+, column 5: loginMethods.google.clientSecret: \{ env: APP_GOOGLE_CLIENT_SECRET \} is not set/,
      ),
    ])
    expect(await perSecond(app.id)).toBe(30)
    const diff = await run('diff', path, [], { env: {} })
    expect([diff.code, diff.stdout]).toEqual([1, '~ gameRules.taps.perSecond: 30 → 31\n'])
    expect((await run('push', path, ['--yes', '--keep-secrets'], { env: {} })).code).toBe(0)
    expect(await google(app.id)).toBe(secrets.APP_GOOGLE_CLIENT_SECRET)
  })

  test('come from files beside the file, are removed by null, and stay where none is named', async () => {
    const { app, path } = await pulled()
    await writeFile(join(dirname(path), 'google.txt'), 'hidden-google-3\n')
    await edit(path, ['{ env: APP_GOOGLE_CLIENT_SECRET }', '{ file: google.txt }'])
    expect((await push(path)).code).toBe(0)
    expect(await google(app.id)).toBe('hidden-google-3')
    await edit(path, ['    clientSecret: { file: google.txt }\n', ''])
    const kept = await push(path)
    expect(kept.stderr).toContain('left as it is on the server: loginMethods.google.clientSecret')
    expect(await google(app.id)).toBe('hidden-google-3')
    await edit(path, ['    clientId: google-id\n', '    clientId: google-id\n    clientSecret: null\n'])
    expect(await push(path)).toMatchObject({
      code: 0,
      stdout: '- loginMethods.google.clientSecret: the stored secret\n',
    })
    expect(await google(app.id)).toBeNull()
    await edit(path, ['clientSecret: null', 'clientSecret: { file: nowhere.txt }'])
    expect((await push(path)).stderr).toContain('{ file: nowhere.txt } cannot be read: ENOENT')
  })

  test('of a connection go with another issuer or client, and to no other server without being named', async () => {
    const { path } = await pulled()
    await edit(path, ['issuer: https://okta.example', 'issuer: https://other.example'])
    const kept = await run('push', path, ['--yes', '--keep-secrets'])
    expect([kept.code, kept.stderr]).toEqual([
      2,
      expect.stringContaining('issuer is on another server: its clientSecret must be in the file'),
    ])
    expect((await push(path)).stdout).toContain('oidcConnections.okta.clientSecret: another secret →')
    await edit(path, ['clientId: okta-id', 'clientId: okta-id-2'])
    expect((await push(path)).stdout).toContain('oidcConnections.okta.clientSecret: another secret →')
    expect((await push(path)).stdout).toBe('')
  })
})

test('a domain moves from one connection to another in one push', async () => {
  const { app, path } = await pulled()
  const appId = app.id
  const other = { title: 'Aaa', issuer: 'https://aaa.example', clientId: 'a', clientSecret: 'hidden-aaa-1' }
  await admin().oidcConnections.create({ appId, key: 'aaa', ...other })
  await run('pull', path)
  await edit(path, ['domains: []', 'domains: [ example.com ]'], ['domains:\n      - example.com\n', 'domains: []\n'])
  const { code, stderr } = await run('push', path, ['--yes', '--keep-secrets'])
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('1 of 2: oidcConnections.okta\n2 of 2: oidcConnections.aaa\n'),
  ])
  const connections = await admin().oidcConnections.list({ appId })
  expect(connections.map(({ domains }) => domains)).toEqual([['example.com'], []])
})
