import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../../testing.ts'
import { taskWorld } from './tasks.testing.ts'

const world = taskWorld()
const prisma = () => world.server.resources.db.prisma
let other: TestApp
let player: TestUser
beforeAll(async () => {
  other = await createTestApp(world.server, world.adminToken, 'Other')
  player = await world.player()
})

const push = (userId: string, taskId: string, secret: string) =>
  world.server.send('POST', `/app/users/${userId}/tasks/${taskId}/complete`, { token: secret })
const webhook = { kind: 'webhook', url: 'https://partner.example/' }

describe("another app's task", () => {
  test('is not found by a player, and not listed', async () => {
    const { id } = await world.task({}, other.id)
    const answer = await world.verify(player, id)
    expect([answer.status, answer.body.code]).toEqual([404, 'task_not_found'])
    expect(await world.seen(player, id)).toBeUndefined()
    expect((await world.profile(player)).rings).toBe(0)
  })

  test("is not found below this app's address by an operator", async () => {
    const { id } = await world.task({ check: webhook }, other.id)
    const calls = [
      ...(['GET', 'DELETE'] as const).map((method) => world.operate(method, `/${id}`)),
      world.operate('PATCH', `/${id}`, { reward: 1 }),
      world.operate('GET', `/${id}/secret`),
      world.operate('POST', `/${id}/secret/rotate`, { overlapSeconds: 0 }),
      world.operate('POST', `/${id}/codes`, { count: 1 }),
      world.operate('POST', `/${id}/codes/revoke`, {}),
    ]
    for (const { status, body } of await Promise.all(calls))
      expect([status, body.code]).toEqual([404, 'task_not_found'])
    expect((await world.operate('POST', '/order', { ids: [id] })).body.code).toBe('order_outdated')
  })

  test("is not completed by this app's secret, nor is this app's task for another app's user", async () => {
    const theirs = await world.task({ check: webhook }, other.id)
    const ours = await world.taskOf(webhook)
    const stranger = await world.player(other.id)
    expect((await push(player.id, theirs.id, world.app.secret)).body.code).toBe('task_not_found')
    expect((await push(stranger.id, ours.id, world.app.secret)).body.code).toBe('user_not_found')
    expect((await push(player.id, ours.id, other.secret)).body.code).toBe('user_not_found')
    expect(await prisma().ringReward.count({ where: { kind: 'task', userId: { in: [player.id, stranger.id] } } })).toBe(
      0,
    )
  })
})

test('a partner completes no task of another kind than webhook', async () => {
  const { id } = await world.taskOf({ kind: 'code' })
  const answer = await push(player.id, id, world.app.secret)
  expect([answer.status, answer.body.code]).toEqual([403, 'task_not_pushed'])
})

test('a read secret completes nothing', async () => {
  const admin = world.server.as(world.adminToken)
  const { appSecret } = await admin.appSecrets.create({ appId: world.app.id, name: 'Reader' })
  const { id } = await world.taskOf(webhook)
  expect((await push(player.id, id, appSecret)).body.code).toBe('read_secret')
})

test('a disabled user is paid neither by its own call nor by a partner', async () => {
  const disabled = await world.player()
  const { id } = await world.taskOf(webhook)
  const visit = await world.task()
  await world.server.as(world.adminToken).users.disable({ appId: world.app.id, id: disabled.id })
  expect((await world.verify(disabled, visit.id)).status).toBe(401)
  expect((await push(disabled.id, id, world.app.secret)).body.code).toBe('user_disabled')
  expect(await prisma().ringReward.count({ where: { userId: disabled.id } })).toBe(0)
})

test('a deleted user gets no rows by a call that was under way', async () => {
  const gone = await world.player()
  const { id } = await world.task()
  await world.profile(gone)
  const admin = world.server.as(world.adminToken)
  await Promise.all([world.verify(gone, id), admin.users.delete({ appId: world.app.id, id: gone.id })])
  const where = { userId: gone.id }
  const rows = [prisma().taskProgress, prisma().ringReward, prisma().ringEntry, prisma().player] as const
  for (const table of rows) expect(await (table.count as (query: object) => Promise<number>)({ where })).toBe(0)
})

describe('bad input changes nothing', () => {
  const visit = { title: 'T', url: 'https://example.com/', reward: 1, check: { kind: 'visit', dwellSeconds: 0 } }

  test.each<[string, object]>([
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,<script>', 'vbscript:x', '//example.com'].map(
      (url): [string, object] => [`the address ${url}`, { url }],
    ),
    ['an address with a password', { url: 'https://a:b@example.com/' }],
    ['a script as icon', { iconUrl: 'javascript:alert(1)' }],
    ['an icon that is data', { iconUrl: 'data:image/svg+xml,<svg onload=alert(1)>' }],
    ['a webhook that is a file', { check: { kind: 'webhook', url: 'file:///etc/passwd' } }],
    ['a visit without an address', { url: null }],
    ['no reward', { reward: 0 }],
    ['a negative reward', { reward: -5 }],
    ['a fraction', { reward: 1.5 }],
    ['a reward beyond all rings', { reward: 1e30 }],
    ['a reward that is text', { reward: '100 rings' }],
    ['a title without text', { title: ' \u200b ' }],
    ['a title that turns its direction', { title: '\u202Eevil' }],
    ['a title that is far too long', { title: 'a'.repeat(60_000) }],
    ['an unknown kind', { check: { kind: 'trust_me' } }],
    ['a kind that is a property of objects', { check: { kind: '__proto__' } }],
    ['no kind', { check: {} }],
    ['a check with unknown fields', { check: { kind: 'odyssey', done: true } }],
    ['a huge count', { check: { kind: 'taps', count: 1e18 } }],
    ['a count of nothing', { check: { kind: 'invite', count: 0 } }],
    ['an amount with a sign', { check: { kind: 'hold', network: 'solana', amount: '-1' } }],
    ['an amount beyond 256 bits', { check: { kind: 'hold', network: 'sepolia', amount: '9'.repeat(79) } }],
    [
      'a token of another network',
      { check: { kind: 'hold', network: 'solana', token: `0x${'1'.repeat(40)}`, amount: '1' } },
    ],
    [
      'a recipient of another network',
      {
        check: { kind: 'send', network: 'base', amount: '1', toAddress: 'So11111111111111111111111111111111111111112' },
      },
    ],
    ['a send on a chain without transfers', { check: { kind: 'send', network: 'vara', amount: '1' } }],
    ['a chat with a path', { check: { kind: 'telegram_member', chat: '@../../getMe?' } }],
    ['a league that the rules do not have', { check: { kind: 'league', league: 'nobody' } }],
    ['a least league that the rules do not have', { minLeague: 'nobody' }],
    ['an end before the beginning', { startsAt: 2000, endsAt: 1000 }],
    ['a language that is none', { translations: { xx: { title: 'T' } } }],
    ['a translation without a title', { translations: { es: { description: 'D' } } }],
    ['a limit of nobody', { maxCompletions: 0 }],
  ])('%s', async (_, fields) => {
    const before = await prisma().gameTask.count()
    const body = { ...visit, ...fields }
    const answer = await world.operate('POST', '', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(answer.body.message.length).toBeGreaterThan(10)
    expect(await prisma().gameTask.count()).toBe(before)
  })

  test.each([
    [null],
    [7],
    [{}],
    [['a']],
    [''],
    ['nonsense'],
    ['00000000-0000-0000-0000-000000000000'],
    ["' OR 1=1 --"],
  ])('verify-action of the task %j begins nothing', async (taskId) => {
    const { status } = await world.verify(player, taskId)
    expect([400, 404]).toContain(status)
    expect(await prisma().taskProgress.count({ where: { userId: player.id } })).toBe(0)
  })
})

describe('a change while a player completes the task', () => {
  /** Runs `change` after the player's check and before the payment: the payment waits for the player's row, which is locked meanwhile. */
  const during = async (user: TestUser, id: string, change: () => Promise<unknown>) => {
    await world.profile(user)
    let call: ReturnType<typeof world.verify> | undefined
    await world.server.resources.db.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Player" WHERE "userId" = ${user.id}::uuid FOR NO KEY UPDATE`
      call ??= world.verify(user, id)
      await world.waitForLock()
      await change()
    })
    return call!
  }

  test('of the reward pays the new reward, once', async () => {
    const user = await world.player()
    const { id } = await world.task({ reward: 100 })
    const { body } = await during(user, id, () => world.operate('PATCH', `/${id}`, { reward: 7 }))
    expect(body.data).toMatchObject({ status: 'completed', reward: 7, rings: 7 })
    await world.expectSoundLedger(user)
  })

  test.each([
    ['that switches it off', 'PATCH', { enabled: false }, 'task_not_found'],
    ['that ends it', 'PATCH', { endsAt: 1000 }, 'task_over'],
    ['that deletes it', 'DELETE', undefined, 'task_not_found'],
  ] as const)('%s pays nothing', async (_, method, change, code) => {
    const user = await world.player()
    const { id } = await world.task()
    const { body } = await during(user, id, () => world.operate(method, `/${id}`, change))
    expect(body.code).toBe(code)
    expect((await world.profile(user)).rings).toBe(0)
  })
})

test('players read neither the address of a partner, nor a chat, nor a signing secret', async () => {
  const { id } = await world.taskOf({ kind: 'webhook', url: 'https://hidden.partner.example/' })
  const { secret } = (await world.operate('GET', `/${id}/secret`)).body.data
  await world.taskOf({ kind: 'telegram_member', chat: '-1009998887776' })
  const text = JSON.stringify(await world.tasks(player))
  expect(text).not.toMatch(/hidden\.partner|1009998887776/)
  const columns = await prisma().$queryRaw<{ row: string }[]>`SELECT t::text AS row FROM "GameTask" t`
  const hex = Buffer.from(secret).toString('hex')
  const listed = JSON.stringify([(await world.operate('GET', '')).body, columns])
  expect(listed).not.toContain(hex)
  expect(listed).not.toContain(secret)
})
