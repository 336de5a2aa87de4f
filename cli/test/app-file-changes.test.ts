import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesWorld } from './app-file.testing.ts'

const { world, admin, pulled, edit, run, push, audited } = filesWorld()

const perSecond = async (appId: string) => (await admin().gameRules.get({ appId })).rules.taps.perSecond

describe('a change of the server since the pull', () => {
  test('of something else is merged by a pull, and no push undoes it', async () => {
    const { app, path } = await pulled()
    await edit(path, ['perSecond: 30', 'perSecond: 31'], ['reward: 7', 'reward: 8'])
    await admin().walletPolicies.update({ appId: app.id, approvals: true })
    const refused = await push(path)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(
        /changed since the last pull or push; nothing was changed\n {2}walletPolicy.approvals\n.*apps pull/,
      ),
    ])
    expect(await perSecond(app.id)).toBe(30)
    const diff = await run('diff', path, ['--json'])
    expect(JSON.parse(diff.stdout)).toMatchObject({ conflicts: ['walletPolicy.approvals'] })

    const pull = await run('pull', path)
    expect([pull.code, pull.stderr]).toEqual([0, expect.stringContaining('and 2 differences of its own')])
    const text = await readFile(path, 'utf8')
    for (const part of ['approvals: true', 'perSecond: 31', 'reward: 8']) expect(text).toContain(part)
    expect((await push(path)).stdout).toBe('~ gameRules.taps.perSecond: 30 → 31\n~ gameTasks.code.reward: 7 → 8\n')
    expect((await admin().walletPolicies.get({ appId: app.id })).own.approvals).toBe(true)
  })

  test('of the same is a conflict, which writes nothing; --overwrite decides', async () => {
    const { app, path } = await pulled()
    await edit(path, ['perSecond: 30', 'perSecond: 31'])
    await admin().gameRules.update({ appId: app.id, taps: { perSecond: 40 } })
    const before = await readFile(path, 'utf8')
    const pull = await run('pull', path)
    expect([pull.code, pull.stderr]).toEqual([1, expect.stringContaining('\n  gameRules.taps.perSecond\n')])
    expect(await readFile(path, 'utf8')).toBe(before)
    expect((await push(path)).code).toBe(1)
    expect(await push(path, '--overwrite')).toMatchObject({
      code: 0,
      stdout: '~ gameRules.taps.perSecond: 40 → 31\n',
    })
    await admin().gameRules.update({ appId: app.id, taps: { perSecond: 41 } })
    await edit(path, ['perSecond: 31', 'perSecond: 32'])
    expect((await run('pull', path, ['--overwrite'])).stderr).toContain(
      'by what the server has: gameRules.taps.perSecond',
    )
    expect(await readFile(path, 'utf8')).toContain('perSecond: 41')
  })

  test('of items: what one side adds or removes stays so; what both changed is a conflict', async () => {
    const { app, path } = await pulled()
    const { data } = await admin().gameTasks.list({ appId: app.id })
    const [read, code] = data as [(typeof data)[number], (typeof data)[number]]
    await admin().gameTasks.delete({ appId: app.id, id: read.id })
    const text = await readFile(path, 'utf8')
    const own = '  - key: mine\n    title: Mine\n    reward: 1\n    check: { kind: odyssey }\n'
    await writeFile(path, `${text}${own}`)
    expect((await run('pull', path)).code).toBe(0)
    const merged = await readFile(path, 'utf8')
    expect(merged).not.toContain('key: read')
    expect(merged).toContain('key: mine')
    await edit(path, ['reward: 7', 'reward: 8'])
    await admin().gameTasks.delete({ appId: app.id, id: code.id })
    expect((await run('pull', path)).stderr).toContain('\n  gameTasks.code\n')
    expect((await push(path)).stderr).toContain('\n  gameTasks.code\n')
  })

  test('is told by the file of the commit before where nothing is remembered, as in CI', async () => {
    const { app, path } = await pulled()
    const ci = join(world.home, `ci-${app.id}`, 'openauth.yaml')
    const base = join(dirname(ci), 'base.yaml')
    await mkdir(dirname(ci))
    const text = await readFile(path, 'utf8')
    await writeFile(base, text)
    await writeFile(ci, text.replace('reward: 7', 'reward: 8'))
    await admin().gameRules.update({ appId: app.id, taps: { perSecond: 40 } })
    const options = ['--base', base, '--dry-run']
    expect(await run('push', ci, options)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('\n  gameRules.taps.perSecond\n'),
    })
    await admin().gameRules.update({ appId: app.id, taps: { perSecond: 30 } })
    expect(await run('push', ci, options)).toMatchObject({ code: 0, stdout: '~ gameTasks.code.reward: 7 → 8\n' })
  })

  test('between the comparison and the calls is refused by the server, and undone by nobody', async () => {
    const { app, path } = await pulled()
    await edit(path, ['perSecond: 30', 'perSecond: 31'], ['approvals: null', 'approvals: true'])
    let isDone = false
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (init?.method === 'PATCH' && !isDone) {
        isDone = true
        await admin().gameRules.update({ appId: app.id, taps: { perSecond: 50 } })
      }
      return globalThis.fetch(input, init)
    }
    const { code, stderr } = await run('push', path, ['--yes'], { fetch })
    expect(code).toBe(1)
    expect(stderr).toMatch(/Error: gameRules: .*\n {2}Applied: walletPolicy\n {2}Not applied: gameRules\n/)
    expect(await perSecond(app.id)).toBe(50)
  })
})

describe('a push that fails', () => {
  test('says what was applied and what was not, and the next one goes on', async () => {
    const { app, path } = await pulled()
    await edit(
      path,
      ['approvals: null', 'approvals: true'],
      ['minLeague: gold', 'minLeague: nowhere'],
      ['description: ', 'description: Changed # '],
    )
    const { code, stderr } = await push(path)
    expect(code).toBe(1)
    expect(stderr.trimEnd().split('\n').slice(-5)).toEqual([
      expect.stringMatching(/^Error: gameTasks.taps: .*league/),
      expect.stringMatching(/^ {2}minLeague: must be a league of the rules: bronze/),
      '  Applied: walletPolicy',
      '  Not applied: gameTasks.taps, settings',
      '  A push of the same file goes on from there.',
    ])
    await edit(path, ['minLeague: nowhere', 'minLeague: silver'])
    const again = await push(path)
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringMatching(/^~ settings.description: .*\n~ gameTasks.taps.minLeague: "gold" → "silver"\n$/),
    ])
    expect((await audited(app.id)).filter(({ action }) => action === 'wallet-policy.update')).toHaveLength(2)
  })

  test('and one that Ctrl-C stops ends with the call under way', async () => {
    const { app, path } = await pulled()
    await edit(path, ['perSecond: 30', 'perSecond: 31'], ['approvals: null', 'approvals: true'])
    const fetch: typeof globalThis.fetch = (input, init) => {
      if (init?.method === 'PATCH') process.emit('SIGINT')
      return globalThis.fetch(input, init)
    }
    const { code, stderr } = await run('push', path, ['--yes'], { fetch })
    expect([code, stderr]).toEqual([130, expect.stringMatching(/Applied: walletPolicy\n {2}Not applied: gameRules\n/)])
    expect(await perSecond(app.id)).toBe(30)
    expect((await push(path)).stdout).toBe('~ gameRules.taps.perSecond: 30 → 31\n')
  })

  test('after the app was made goes on with that app', async () => {
    const { app, path } = await pulled()
    await edit(path, [`name: ${app.name}`, `name: Second of ${app.name}`], ['minLeague: gold', 'minLeague: nowhere'])
    expect((await push(path, '--create')).stderr).toContain('is made: ')
    await edit(path, ['minLeague: nowhere', 'minLeague: gold'])
    const again = await push(path, '--create')
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('is made')])
    expect((await run('diff', path)).code).toBe(0)
  })
})

describe('what no call could do is refused before the first one', () => {
  test.each([
    [
      'how often a task is done',
      ['repeat: once', 'repeat: daily'],
      /gameTasks\[0\].repeat cannot change: it is "once"/,
    ],
    ['the kind of a check', ['kind: code', 'kind: odyssey'], /gameTasks\[1\].check.kind cannot change: it is "code"/],
    ['a new task without a title', ['gameTasks:\n', 'gameTasks:\n  - key: new\n'], /gameTasks\[0\].title is required/],
    [
      'a new connection without a secret',
      ['- key: okta', '- key: new\n    title: New\n    issuer: https://new.example\n    clientId: x\n  - key: okta'],
      /oidcConnections\[0\].clientSecret is required/,
    ],
    ['a token that is none', ['address: native', 'address: none'], /knownTokens\[0\].address must be native/],
  ] as const)('%s', async (_, change, message) => {
    const { app, path } = await pulled()
    const before = await audited(app.id)
    await edit(path, [...change], ['approvals: null', 'approvals: true'])
    const { code, stderr } = await push(path)
    expect(stderr).toMatch(/cannot be pushed; nothing was changed\n {2}line \d+, column \d+: /)
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
    expect(await audited(app.id)).toEqual(before)
  })
})
