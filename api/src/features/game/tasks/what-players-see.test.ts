import { describe, expect, test } from 'vitest'
import { signInAs } from '../../../testing.ts'
import { taskWorld } from './tasks.testing.ts'

const world = taskWorld()
const prisma = () => world.server.resources.db.prisma

describe('limits', () => {
  test('as many players as may complete a task, whatever they do at the same time', async () => {
    const { id } = await world.task({ maxCompletions: 3 })
    const players = await Promise.all(Array.from({ length: 10 }, () => world.player()))
    expect(await world.seen(players[0]!, id)).toMatchObject({ completionsLeft: 3 })
    const answers = await Promise.all(players.map((player) => world.verify(player, id)))
    expect(answers.filter(({ body }) => body.data?.isNew)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.code === 'task_over')).toHaveLength(7)
    const seen = await Promise.all(players.map((player) => world.seen(player, id)))
    expect(seen.map((task) => task?.status).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'completed'),
      ...Array.from({ length: 7 }, () => undefined),
    ])
    expect((await world.operate('GET', `/${id}`)).body.data.completions).toBe(3)
  })

  test('a limit counts completions from before it', async () => {
    const { id } = await world.task()
    for (let count = 0; count < 3; count += 1) await world.result(await world.player(), id)
    await world.operate('PATCH', `/${id}`, { maxCompletions: 4 })
    await world.result(await world.player(), id)
    expect((await world.verify(await world.player(), id)).body).toMatchObject({ code: 'task_over' })
    await world.operate('PATCH', `/${id}`, { maxCompletions: null })
    await world.result(await world.player(), id)
    expect((await world.operate('GET', `/${id}`)).body.data.completions).toBe(5)
  })

  test('the schedule, the switch, and the level that is needed', async () => {
    const player = await world.player()
    const now = world.clock.now
    const later = await world.task({ startsAt: now + 1000, endsAt: now + 2000 })
    const off = await world.task({ enabled: false })
    const high = await world.task({ minLevel: 2 })
    const gold = await world.task({ minLeague: 'gold' })
    for (const { id } of [later, off, high, gold]) {
      expect(await world.seen(player, id)).toBeUndefined()
      expect((await world.verify(player, id)).body).toMatchObject({ code: 'task_not_found' })
    }
    world.clock.now += 1000
    expect(await world.seen(player, later.id)).toMatchObject({ status: 'available', endsAt: now + 2000 })
    await world.result(player, later.id)
    world.clock.now += 1000
    expect(await world.seen(player, later.id)).toMatchObject({ status: 'completed' })
    const other = await world.player()
    expect(await world.seen(other, later.id)).toBeUndefined()
    expect((await world.verify(other, later.id)).body).toMatchObject({ code: 'task_over' })
    await world.give(player, 500_000)
    expect(await world.seen(player, high.id)).toMatchObject({ status: 'available' })
    expect(await world.seen(player, gold.id)).toMatchObject({ status: 'available' })
  })
})

test('texts are in the language that the player asks for, else in the default one', async () => {
  const player = await world.player()
  const translations = { es: { title: 'Visítanos', description: 'Léelo' }, zh: { title: '访问我们' } }
  const { id } = await world.task({ description: 'Read it', translations })
  const titleOf = async (path: string, language?: string) =>
    (await world.tasks(player, path, language === undefined ? {} : { 'accept-language': language })).find(
      (task) => task.id === id,
    )
  expect(await titleOf('')).toMatchObject({ title: 'Visit us', description: 'Read it' })
  expect(await titleOf('?language=es-MX')).toMatchObject({ title: 'Visítanos', description: 'Léelo' })
  expect(await titleOf('', 'zh-Hans;q=0.9, de')).toMatchObject({ title: '访问我们', description: null })
  expect(await titleOf('', 'en, es;q=0.9')).toMatchObject({ title: 'Visit us' })
  expect(await titleOf('', 'ru')).toMatchObject({ title: 'Visit us' })
  expect(await titleOf('?language=%F0%9F%A6%86')).toMatchObject({ title: 'Visit us' })
})

test('what players did goes with the user, and stands in its export', async () => {
  const admin = world.server.as(world.adminToken)
  const player = await world.player()
  const { id } = await world.task({ repeat: 'daily' })
  await world.result(player, id)
  const exported = await admin.users.export({ appId: world.app.id, id: player.id })
  const day = new Date(world.clock.now).toISOString().slice(0, 10)
  expect(exported.game?.tasks).toMatchObject([{ taskId: id, day, completedAt: world.clock.now, reward: 100 }])
  await admin.users.delete({ appId: world.app.id, id: player.id })
  expect(await prisma().taskProgress.count({ where: { userId: player.id } })).toBe(0)
  expect(await prisma().ringReward.count({ where: { userId: player.id } })).toBe(0)
})

test('an app without the game has no tasks', async () => {
  const admin = world.server.as(world.adminToken)
  const { id: appId } = await admin.apps.create({ name: 'Without a game' })
  const player = await signInAs(world.server, appId, 'nobody')
  await admin.gameRules.update({ appId, enabled: false })
  expect(await world.server.send('GET', '/api/tasks', { token: player.token })).toMatchObject({ status: 403 })
})
