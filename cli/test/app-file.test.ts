import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { filesWorld, secrets } from './app-file.testing.ts'

const { world, admin, newPath, fullApp, pulled, edit, run, push, lines, audited } = filesWorld()

describe('push', () => {
  test('of a pulled file makes the same app, whose file is the same', async () => {
    const { path, app, text } = await pulled()
    const copy = newPath()
    await writeFile(copy, text.replace(app.name, `Copy of ${app.name}`))
    const refused = await push(copy)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('To make it: openauth apps push --create'),
    ])
    expect((await push(copy, '--create')).code).toBe(0)
    await run('pull', copy)
    expect(await readFile(copy, 'utf8')).toBe(text.replace(app.name, `Copy of ${app.name}`))
    const apps = await admin().apps.list()
    expect(apps.find(({ name }) => name === `Copy of ${app.name}`)).toMatchObject({
      googleClientSecret: secrets.APP_GOOGLE_CLIENT_SECRET,
    })
    expect((await run('pull', path)).stderr).toContain('is up to date')
    expect((await push(copy, '--create')).stderr).toContain('Nothing to change')
  })

  test('without differences makes no call that writes', async () => {
    const { app, path } = await pulled()
    const before = await audited(app.id)
    const methods: string[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      methods.push(init?.method ?? 'GET')
      return globalThis.fetch(input, init)
    }
    for (const more of [[], ['--prune'], ['--prune', '--overwrite']])
      expect((await run('push', path, ['--yes', ...more], { fetch })).stderr).toContain('Nothing to change')
    expect(new Set(methods)).toEqual(new Set(['GET']))
    expect(await audited(app.id)).toEqual(before)
  })

  test('sends what differs, in one call a part, and leaves the rest', async () => {
    const { app, path } = await pulled()
    await edit(
      path,
      ['description: ', 'description: Changed # '],
      ['perSecond: 30', 'perSecond: 31'],
      ['reward: 7', 'reward: 8'],
      ['title: Okta', 'title: Okta 2'],
      ['name: Coin', 'name: Coin 2'],
      ['color: "#fbb042"', 'color: null'],
      ['approvals: null', 'approvals: true'],
    )
    const { code, stdout } = await push(path)
    expect(code).toBe(0)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/“.*” .*→/, '… →')),
    ).toEqual([
      expect.stringContaining('→ "Changed"'),
      '~ brand.color: "#fbb042" → null',
      '~ oidcConnections.okta.title: "Okta" → "Okta 2"',
      '~ walletPolicy.approvals: null → true',
      '~ knownTokens.base:native.name: "Coin" → "Coin 2"',
      '~ gameRules.taps.perSecond: 30 → 31',
      '~ gameTasks.code.reward: 7 → 8',
    ])
    expect((await audited(app.id)).slice(0, 6).map(({ action, details }) => [action, details['changed']])).toEqual([
      ['app.update', ['brand', 'description']],
      ['oidc-connection.update', ['title']],
      ['game-task.update', ['reward']],
      ['game-rules.update', ['taps']],
      ['known-token.set', undefined],
      ['wallet-policy.update', undefined],
    ])
    expect((await run('diff', path)).code).toBe(0)
    expect(await admin().apps.get({ id: app.id })).toMatchObject({
      googleClientSecret: secrets.APP_GOOGLE_CLIENT_SECRET,
      brand: { color: null, texts: { login: { en: 'Welcome' } } },
    })
  })

  test('of a part of a file changes that part alone', async () => {
    const app = await fullApp()
    const path = newPath()
    await writeFile(path, 'openauth: 1\nwalletPolicy:\n  approvals: true\ngameTasks:\n  - key: code\n    reward: 70\n')
    expect((await run('push', path, ['--yes'])).stderr).toContain('has no name. Give the app')
    const { code, stdout, stderr } = await run('push', path, [app.id, '--yes'])
    expect([code, stdout]).toEqual([0, '~ walletPolicy.approvals: null → true\n~ gameTasks.code.reward: 7 → 70\n'])
    expect(stderr).toContain('Not in the file, and left as it is on the server: gameTasks.read, gameTasks.taps\n')
  })

  test('removes what the file does not have with --prune only, and shows it', async () => {
    const { app, path } = await pulled()
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      `${text.slice(0, text.indexOf('gameTasks:'))}gameTasks:\n  - key: code\n  - key: read\noidcConnections: []\n`.replace(
        /oidcConnections:\n[^]*?(?=\n# What)/,
        '',
      ),
    )
    const kept = await push(path)
    expect(kept.stderr).toContain('left as it is on the server: oidcConnections.okta, gameTasks.taps')
    expect(kept.stdout).toBe('~ order of gameTasks: code, read, taps\n')
    const tasks = async () => (await admin().gameTasks.list({ appId: app.id })).data.map(({ key }) => key)
    expect(await tasks()).toEqual(['code', 'read', 'taps'])
    const diff = await run('diff', path, ['--prune'])
    expect([diff.code, lines(diff).filter((line) => /^\S/.test(line))]).toEqual([
      1,
      ['- oidcConnections.okta', '- gameTasks.taps'],
    ])
    expect((await push(path, '--prune')).code).toBe(0)
    expect(await tasks()).toEqual(['code', 'read'])
    expect(await admin().oidcConnections.list({ appId: app.id })).toEqual([])
  })

  test('puts tasks in the order of the file, new ones among them', async () => {
    const { app, path } = await pulled()
    const task = '  - key: taps\n    title: New\n    reward: 1\n    check: { kind: odyssey }\n'
    await edit(path, ['gameTasks:\n', `gameTasks:\n${task.replace('taps', 'first')}`])
    expect((await push(path)).stdout).toContain('~ order of gameTasks: first, read, code, taps\n')
    const { data } = await admin().gameTasks.list({ appId: app.id })
    expect(data.map(({ key }) => key)).toEqual(['first', 'read', 'code', 'taps'])
    expect((await run('diff', path)).code).toBe(0)
  })

  test('has the dapps and games of the server where they are wanted', async () => {
    const { path, text } = await pulled()
    const dapp = { url: 'https://dapp.example/', borderColor: '#FFFFFF' }
    for (const name of ['One', 'Two', 'Three']) await admin().dapps.create({ name, ...dapp })
    for (const name of ['Chess', 'Go']) await admin().gameCenters.create({ name, link: `/${name}` })
    await run('pull', path)
    expect(await readFile(path, 'utf8')).toBe(text)
    await run('pull', path, ['--content'])
    expect(await readFile(path, 'utf8')).toContain(
      'gameCenters:\n  - name: Chess\n    link: /Chess\n    logoUrl: null\n',
    )
    expect((await run('diff', path)).code).toBe(0)
    await edit(
      path,
      ['  - name: One\n', '  - name: Zero\n    url: /zero\n  - name: One\n'],
      ['link: /Go', 'link: /weiqi'],
      ['  - name: Three\n', '  - name: Four\n'],
    )
    const refused = await run('push', path, ['--prune'], { answers: [false] })
    expect(refused.stdout.split('\n').filter((line) => /^\S/.test(line))).toEqual([
      '+ dapps.Zero',
      '+ dapps.Four',
      '- dapps.Three',
      '~ order of dapps: Zero, One, Two, Four',
      '~ gameCenters.Go.link: "/Go" → "/weiqi"',
    ])
    expect((await push(path, '--prune')).code).toBe(0)
    const names = (await admin().dapps.list({})).data.map(({ name }) => name)
    expect(names).toEqual(['Zero', 'One', 'Two', 'Four'])
    expect((await run('diff', path)).code).toBe(0)
    for (const state of ['as the server has it', 'is up to date'])
      expect((await run('pull', path)).stderr).toContain(state)
  })

  test('gives an app another name where that app is named', async () => {
    const { app, path } = await pulled()
    await edit(path, [`name: ${app.name}`, `name: New ${app.name}`])
    expect((await run('push', path, [app.id, '--yes'])).code).toBe(0)
    expect((await admin().apps.get({ id: app.id })).name).toBe(`New ${app.name}`)
    expect((await run('push', path, [app.id, '--create'])).code).toBe(2)
  })
})

describe('diff', () => {
  test('has the exit codes of diff, and says the same as JSON', async () => {
    const { app, path } = await pulled()
    expect(await run('diff', path)).toMatchObject({ code: 0, stdout: '' })
    await edit(path, ['    - https://b.example\n', '    - https://c.example\n'])
    expect(await run('diff', path)).toMatchObject({
      code: 1,
      stdout: '~ settings.redirectOrigins\n    - "https://b.example"\n    + "https://c.example"\n',
      stderr: 'Stored, and not compared: oidcConnections.okta.clientSecret. --send-secrets sends it\n',
    })
    const { code, stdout } = await run('diff', path, ['--json'])
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        app: { id: app.id, name: app.name },
        differences: [
          {
            path: 'settings.redirectOrigins',
            kind: 'value',
            before: ['https://a.example', 'https://b.example'],
            after: ['https://a.example', 'https://c.example'],
          },
        ],
        conflicts: [],
        unmanaged: [],
        uncompared: ['oidcConnections.okta.clientSecret'],
      },
    ])
    expect((await run('diff', path, ['nobody'])).code).toBe(2)
    expect((await run('diff', path, [], { env: { OPENAUTH_TOKEN: 'a.b.c' } })).code).toBe(4)
    expect((await run('diff', path, [], { env: { OPENAUTH_ENDPOINT: 'http://127.0.0.1:9' } })).code).toBe(2)
    expect(await run('push', path, ['--dry-run'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('c.example'),
    })
    expect((await run('diff', path)).code).toBe(1)
  })
})

test('on a production profile a push asks twice', async () => {
  const { app, path } = await pulled()
  await edit(path, ['perSecond: 30', 'perSecond: 31'])
  const noYes = await run('push', path)
  expect([noYes.code, noYes.stderr]).toEqual([2, expect.stringContaining('no terminal to confirm on: add --yes')])
  expect(await run('push', path, [], { answers: [false] })).toMatchObject({ code: 1 })
  await world.openauth(['profiles', 'add', 'live', '--server', world.server.url, '--production'])
  const live = ['--profile', 'live', '--yes']
  expect((await run('push', path, live)).stderr).toContain('is a production server, and there is no terminal')
  expect((await run('push', path, [...live, '--confirm', 'wrong'])).code).toBe(2)
  expect((await admin().gameRules.get({ appId: app.id })).rules.taps.perSecond).toBe(30)
  expect((await run('push', path, [...live, '--confirm', app.name])).code).toBe(0)
  expect((await admin().gameRules.get({ appId: app.id })).rules.taps.perSecond).toBe(31)
})
