import { MOST_TASKS } from '@openauth/client'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../testing.ts'
import { purgeDeletedTasks } from '../purge.ts'
import { taskWorld } from '../tasks.testing.ts'

const world = taskWorld()
const prisma = () => world.server.resources.db.prisma
const admin = () => world.server.as(world.adminToken)
let app: TestApp
let serial = 0
beforeEach(async () => {
  app = await createTestApp(world.server, world.adminToken, `Tasks ${(serial += 1)}`)
})

const create = (title: string, more: object = {}) => world.task({ title, ...more }, app.id)
const titles = async () => (await admin().gameTasks.list({ appId: app.id })).data.map(({ title }) => title)
const actions = async () => {
  const { data } = await admin().audit.list({ appId: app.id, action: 'game-task.' })
  return data.map(({ action, details }) => [action, details] as const)
}

test('a task has its fields, a place at the end, and a line in the audit', async () => {
  const task = await create('First', { reward: 250, translations: { ru: { title: 'Первое' } } })
  expect(task).toMatchObject({
    title: 'First',
    description: null,
    translations: { ru: { title: 'Первое', description: null } },
    reward: 250,
    check: { kind: 'visit', dwellSeconds: 0 },
    repeat: 'once',
    enabled: true,
    startsAt: null,
    endsAt: null,
    maxCompletions: null,
    minLevel: null,
    minLeague: null,
    position: 1,
    completions: 0,
    codes: null,
  })
  expect(await create('Second')).toMatchObject({ position: 2 })
  expect(await admin().gameTasks.get({ appId: app.id, id: task.id })).toEqual(task)
  const { data, meta } = await admin().gameTasks.list({ appId: app.id, limit: 1, page: 2 })
  expect([data.map(({ title }) => title), meta]).toEqual([['Second'], { totalItems: 2, totalPages: 2 }])
  expect((await actions()).at(-1)).toMatchObject(['game-task.create', { title: 'First', reward: 250 }])
})

test('a change keeps other fields, and tells what it changed', async () => {
  const { id, updatedAt } = await create('Before')
  const change = { appId: app.id, id, title: 'After', reward: 7, endsAt: 4_000_000_000_000 }
  const changed = await admin().gameTasks.update({ ...change, expectedUpdatedAt: updatedAt })
  expect(changed).toMatchObject({ title: 'After', reward: 7, url: 'https://example.com/' })
  expect((await actions())[0]).toMatchObject([
    'game-task.update',
    { changed: ['title', 'reward', 'endsAt'], before: { title: 'Before', reward: 100 }, after: { reward: 7 } },
  ])
  const late = admin().gameTasks.update({ appId: app.id, id, title: 'Late', expectedUpdatedAt: updatedAt })
  await expect(late).rejects.toMatchObject({ code: 'changed_meanwhile' })
  const kind = admin().gameTasks.update({ appId: app.id, id, check: { kind: 'odyssey' } })
  await expect(kind).rejects.toMatchObject({ code: 'task_kind_fixed' })
  const check = { kind: 'visit', dwellSeconds: 60 } as const
  expect(await admin().gameTasks.update({ appId: app.id, id, check, endsAt: null })).toMatchObject({
    check,
    endsAt: null,
  })
  const backwards = admin().gameTasks.update({ appId: app.id, id, startsAt: 2000, endsAt: 1000 })
  await expect(backwards).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(admin().gameTasks.update({ appId: app.id, id, url: null })).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('a task keeps a key, which is given or made of the title', async () => {
  const keys = []
  for (const title of ['Join us, José!', 'Join us, Jose', 'Новости', 'Новости', 'x'.repeat(40), 'x'.repeat(39)])
    keys.push((await create(title)).key)
  expect(keys).toEqual(['join-us-jose', 'join-us-jose-2', 'task', 'task-2', 'x'.repeat(32), `${'x'.repeat(30)}-2`])
  const { id } = await create('Given', { key: 'given' })
  const again = () =>
    admin().gameTasks.create({ appId: app.id, title: 'Again', reward: 1, check: { kind: 'odyssey' }, key: 'given' })
  await expect(again()).rejects.toMatchObject({ code: 'task_exists' })
  expect(await admin().gameTasks.update({ appId: app.id, id, title: 'Other' })).toMatchObject({ key: 'given' })
  await admin().gameTasks.delete({ appId: app.id, id })
  const both = await Promise.allSettled([again(), again()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

describe('what can never work', () => {
  const refused = (fields: object) =>
    world.server.send('POST', `/admin/apps/${app.id}/game/tasks`, {
      token: world.adminToken,
      body: { title: 'T', reward: 1, ...fields },
    })

  test.each([
    'http://127.0.0.1/',
    'http://partner.example/',
    'https://partner.example:8443/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://sub.localhost./',
    'https://[::1]/',
    'https://2130706434/',
  ])('is refused: a partner at %s', async (url) => {
    const { status, body } = await refused({ check: { kind: 'webhook', url } })
    expect([status, body.issues]).toEqual([
      400,
      [{ path: 'check.url', message: expect.stringContaining('must be a public https address without a port') }],
    ])
    const { id } = await create('Partner', { check: { kind: 'webhook', url: 'https://partner.example/' } })
    const change = { appId: app.id, id, check: { kind: 'webhook', url } } as const
    await expect(admin().gameTasks.update(change)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('is refused: a new task whose end is over, such as one in seconds', async () => {
    const seconds = Math.floor(world.clock.now / 1000) + 3600
    for (const endsAt of [1000, seconds, world.clock.now])
      expect((await refused({ check: { kind: 'odyssey' }, endsAt })).body.issues).toEqual([
        { path: 'endsAt', message: expect.stringContaining(`it is ${new Date(endsAt).toISOString()}`) },
      ])
    const { id } = await create('Ends now')
    expect(await admin().gameTasks.update({ appId: app.id, id, endsAt: 1000 })).toMatchObject({ endsAt: 1000 })
  })
})

test('a task says what the app lacks for it, until it has it', async () => {
  const github = await create('GitHub', { check: { kind: 'identity', provider: 'github' } })
  const chat = await create('Chat', { check: { kind: 'telegram_member', chat: '@our_channel' } })
  expect([github.problem, chat.problem]).toEqual(['provider_off', 'no_bot'])
  const { data } = await admin().gameTasks.list({ appId: app.id })
  expect(data.map(({ problem }) => problem)).toEqual(['provider_off', 'no_bot'])
  await admin().apps.update({
    id: app.id,
    githubEnabled: true,
    githubClientId: 'id',
    githubClientSecret: 'secret',
    telegramBotToken: '1:token',
  })
  for (const { id } of [github, chat])
    expect(await admin().gameTasks.get({ appId: app.id, id })).toMatchObject({ problem: null })
  expect(await create('User name', { check: { kind: 'identity', provider: 'username' } })).toMatchObject({
    problem: null,
  })
})

describe('the order', () => {
  test('is that of moves, which players see', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    expect(await admin().gameTasks.move({ appId: app.id, id: c.id, before: a.id })).toMatchObject({ position: 1 })
    expect(await titles()).toEqual(['C', 'A', 'B'])
    await admin().gameTasks.move({ appId: app.id, id: c.id, after: b.id })
    await admin().gameTasks.move({ appId: app.id, id: a.id, after: a.id })
    await admin().gameTasks.move({ appId: app.id, id: b.id, after: a.id })
    expect(await titles()).toEqual(['A', 'B', 'C'])
    const player = await world.player(app.id)
    await admin().gameTasks.move({ appId: app.id, id: b.id, before: a.id })
    expect((await world.tasks(player)).map(({ title }) => title)).toEqual(['B', 'A', 'C'])
    expect((await actions()).filter(([action]) => action === 'game-task.move')).toHaveLength(3)
    await admin().gameTasks.delete({ appId: app.id, id: a.id })
    const beside = admin().gameTasks.move({ appId: app.id, id: c.id, before: a.id })
    await expect(beside).rejects.toMatchObject({ code: 'neighbour_gone' })
  })

  test('of all at once is refused where one is missing or gone', async () => {
    const [a, b] = [await create('A'), await create('B')]
    await admin().gameTasks.reorder({ appId: app.id, ids: [b.id, a.id] })
    expect(await titles()).toEqual(['B', 'A'])
    for (const ids of [[a.id], [a.id, b.id, app.id], []])
      await expect(admin().gameTasks.reorder({ appId: app.id, ids })).rejects.toMatchObject({ code: 'order_outdated' })
    expect(await titles()).toEqual(['B', 'A'])
  })

  test('survives moves and new tasks at the same time', async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')]
    await Promise.all([
      ...[a, b, c].map(({ id }) => admin().gameTasks.move({ appId: app.id, id, after: id === a.id ? c.id : a.id })),
      ...['D', 'E'].map((title) => create(title)),
    ])
    const { data } = await admin().gameTasks.list({ appId: app.id })
    expect(data.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5])
  })
})

test('an app has so many tasks at most, deleted ones aside', async () => {
  const { id } = await create('One')
  const row = await prisma().gameTask.findUniqueOrThrow({ where: { id } })
  const { id: _, check, translations, ...rest } = row
  const copy = { ...rest, check: check as object, translations: translations as object }
  await prisma().gameTask.createMany({ data: Array.from({ length: MOST_TASKS - 1 }, () => copy) })
  const body = { title: 'T', reward: 1, check: { kind: 'odyssey' } }
  const path = `/admin/apps/${app.id}/game/tasks`
  const send = () => world.server.send('POST', path, { token: world.adminToken, body })
  expect((await send()).body.code).toBe('too_many_tasks')
  await admin().gameTasks.delete({ appId: app.id, id })
  expect((await send()).status).toBe(201)
})

test('a deleted task leaves nothing once housekeeping has run, but the rings that it paid', async () => {
  const player = await world.player(app.id)
  const task = await create('Deleted', { check: { kind: 'code' } })
  const { codes } = await admin().gameTasks.createCodes({ appId: app.id, id: task.id, count: 2 })
  await world.result(player, task.id, codes[0])
  await admin().gameTasks.delete({ appId: app.id, id: task.id })
  await expect(admin().gameTasks.get({ appId: app.id, id: task.id })).rejects.toMatchObject({ code: 'task_not_found' })
  await purgeDeletedTasks(prisma())
  const where = { taskId: task.id }
  expect(await prisma().taskProgress.count({ where })).toBe(0)
  expect(await prisma().taskCode.count({ where })).toBe(0)
  expect(await prisma().taskCount.count({ where })).toBe(0)
  expect(await prisma().gameTask.count({ where: { id: task.id } })).toBe(0)
  expect((await world.profile(player)).rings).toBe(100)
  await world.expectSoundLedger(player)
})

test('the ledger names the tasks that it paid, of daily ones too, until they are removed', async () => {
  const player = await world.player(app.id)
  const [once, daily] = [await create('Once'), await create('Every day', { repeat: 'daily' })]
  for (const { id } of [once, daily]) await world.result(player, id)
  const ledger = async () => (await admin().gamePlayers.ledger({ appId: app.id, id: player.id })).data
  expect((await ledger()).map(({ task }) => task)).toEqual([
    { id: daily.id, title: 'Every day' },
    { id: once.id, title: 'Once' },
  ])
  await world.click(player, 1, 1)
  expect((await ledger())[0]).toMatchObject({ kind: 'taps', task: null })
  await admin().gameTasks.delete({ appId: app.id, id: once.id })
  await purgeDeletedTasks(prisma())
  expect((await ledger()).at(-1)).toMatchObject({ kind: 'task', task: { id: once.id, title: null } })
})
