import { expect, test } from 'vitest'
import type { TestUser } from '../../../testing.ts'
import { payTask } from './pay.ts'
import { taskWorld } from './tasks.testing.ts'

const world = taskWorld()
const prisma = () => world.server.resources.db.prisma

/** Pays a task that is done as a server does whose other calls are on other servers: no queue of this process is before it. */
const pay = ({ id: userId }: TestUser, taskId: string, consume?: () => Promise<void>) => {
  const completion = { taskId, period: '', startedAt: world.clock.now, isLimited: false, ...(consume && { consume }) }
  return payTask(world.accountNeeds(), { userId, appId: world.app.id }, completion)
}

test('of players who complete a limited task on several servers at once, no more are paid than the limit', async () => {
  const { id } = await world.task({ maxCompletions: 3 })
  const players = await Promise.all(Array.from({ length: 8 }, () => world.player()))
  const answers = await Promise.allSettled(players.map((player) => pay(player, id)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'task_over' })
  const rings = await Promise.all(players.map(async (player) => (await world.profile(player)).rings))
  expect(rings.toSorted()).toEqual([0, 0, 0, 0, 0, 100, 100, 100])
  expect((await world.operate('GET', `/${id}`)).body.data).toMatchObject({ completions: 3 })
})

test('a limit that is set while a player is being paid counts that player', async () => {
  const [first, second] = [await world.player(), await world.player()]
  const { id } = await world.task()
  let change: ReturnType<typeof world.operate> | undefined
  let seen: string | undefined
  await pay(first, id, async () => {
    change ??= world.operate('PATCH', `/${id}`, { maxCompletions: 1 })
    seen = await Promise.race([change.then(() => 'changed'), world.waitForLock().then(() => 'waits')])
  })
  expect((await change!).status).toBe(200)
  expect((await world.verify(second, id)).body.code).toBe('task_over')
  expect((await world.operate('GET', `/${id}`)).body.data).toMatchObject({ completions: 1 })
  expect(seen).toBe('waits')
})

test('a task that is over is not begun', async () => {
  const player = await world.player()
  const { id } = await world.taskOf({ kind: 'visit', dwellSeconds: 30 })
  await world.operate('PATCH', `/${id}`, { endsAt: world.clock.now })
  expect((await world.verify(player, id)).body.code).toBe('task_over')
  expect(await prisma().taskProgress.count({ where: { userId: player.id } })).toBe(0)
})

test('invitations of earlier days complete no daily task of today', async () => {
  const player = await world.player()
  const [daily, once] = await Promise.all(
    (['daily', 'once'] as const).map((repeat) => world.taskOf({ kind: 'invite', count: 1 }, { repeat })),
  )
  // A reward as for an invitation, granted long ago.
  await world.give(player, 1)
  expect(await world.result(player, daily!.id)).toMatchObject({ reason: 'not_enough', progress: 0, isNew: false })
  expect(await world.result(player, once!.id)).toMatchObject({ status: 'completed', isNew: true })
})

test('a clock that is set back over midnight and on again pays each day once', async () => {
  const player = await world.player()
  const { id } = await world.task({ repeat: 'daily' })
  const today = world.clock.now
  const at = async (days: number) => {
    world.clock.now = today + days * 86_400_000
    return (await world.result(player, id)).isNew
  }
  expect([await at(0), await at(1), await at(0), await at(1), await at(0)]).toEqual([true, true, false, false, false])
  expect((await world.profile(player)).rings).toBe(200)
  await world.expectSoundLedger(player)
})
