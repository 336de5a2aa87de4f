import { expect, test } from 'vitest'
import type { TestUser } from '../../../testing.ts'
import { DAY } from '../account.ts'
import { purgeUsedAccounts } from './purge.ts'
import { taskWorld } from './tasks.testing.ts'

const world = taskWorld()

test('an account that is bound to one player after another completes a task once, and a daily one once a day', async () => {
  const { prisma } = world.server.resources.db
  const [one, two] = [await world.player(), await world.player()]
  const bind = async ({ id: userId }: { id: string }) => {
    await prisma.identity.deleteMany({ where: { appId: world.app.id, provider: 'github', subject: '4711' } })
    await prisma.identity.create({
      data: { userId, appId: world.app.id, provider: 'github', subject: '4711', display: 'grace' },
    })
  }
  const once = await world.taskOf({ kind: 'identity', provider: 'github' })
  const daily = await world.taskOf({ kind: 'identity', provider: 'github' }, { repeat: 'daily' })
  await bind(one)
  for (const { id } of [once, daily]) expect(await world.result(one, id)).toMatchObject({ isNew: true })
  await bind(two)
  for (const { id } of [once, daily]) {
    const { status, body } = await world.verify(two, id)
    expect([status, body.code]).toEqual([409, 'task_account_used'])
  }
  await world.server.as(world.adminToken).users.delete({ appId: world.app.id, id: one.id })
  expect((await world.verify(two, once.id)).body.code).toBe('task_account_used')
  expect((await world.profile(two)).rings).toBe(0)
  world.clock.now += DAY
  expect(await world.result(two, daily.id)).toMatchObject({ isNew: true, rings: 100 })
  expect(await prisma.taskAccount.count({ where: { taskId: daily.id } })).toBe(2)
  await purgeUsedAccounts(prisma, new Date(world.clock.now).toISOString().slice(0, 10))
  expect(await prisma.taskAccount.count({ where: { taskId: daily.id } })).toBe(1)
  expect(await prisma.taskAccount.count({ where: { taskId: once.id } })).toBe(1)
})

test('a player who completes a limited task again and again keeps nobody else waiting for it', async () => {
  const { prisma } = world.server.resources.db
  const [hog, other] = [await world.player(), await world.player()]
  const { id } = await world.taskOf({ kind: 'identity', provider: 'github' }, { maxCompletions: 1000 })
  const bind = ({ id: userId }: TestUser, subject: string) =>
    prisma.identity.create({ data: { userId, appId: world.app.id, provider: 'github', subject, display: subject } })
  await bind(hog, 'hog')
  await bind(other, 'other')
  const calls = Promise.all(Array.from({ length: 100 }, () => world.verify(hog, id)))
  expect(await world.result(other, id)).toMatchObject({ isNew: true })
  const answers = await calls
  expect(answers.filter(({ body }) => body.data?.isNew)).toHaveLength(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
})
