import { describe, expect, test } from 'vitest'
import { inParallel } from '../../../testing.ts'
import { DAY } from '../account.ts'
import { taskWorld } from './tasks.testing.ts'

const world = taskWorld()
const prisma = () => world.server.resources.db.prisma

describe('a visit', () => {
  test('is completed after the dwell by the server’s clock, and paid once', async () => {
    const player = await world.player()
    const { id } = await world.taskOf({ kind: 'visit', dwellSeconds: 30 }, { description: 'Read it', reward: 250 })
    expect(await world.seen(player, id)).toMatchObject({
      title: 'Visit us',
      description: 'Read it',
      url: 'https://example.com/',
      kind: 'visit',
      reward: 250,
      status: 'available',
      repeat: 'once',
      availableAt: null,
      needsCode: false,
      completionsLeft: null,
    })
    const availableAt = world.clock.now + 30_000
    const begun = { status: 'started', reason: 'dwell', isNew: false, reward: 250, availableAt, rings: 0 }
    expect(await world.result(player, id)).toMatchObject(begun)
    world.clock.now += 29_999
    expect(await world.result(player, id)).toMatchObject(begun)
    expect(await world.seen(player, id)).toMatchObject({ status: 'started', availableAt })
    world.clock.now += 1
    const done = { status: 'completed', reward: 250, reason: null, rings: 250, earnedRings: 250 }
    expect(await world.result(player, id)).toMatchObject({ ...done, isNew: true })
    expect(await world.result(player, id)).toMatchObject({ ...done, isNew: false })
    expect(await world.seen(player, id)).toMatchObject({ status: 'completed', reward: 250 })
    expect(await world.profile(player)).toMatchObject({ rings: 250, earnedRings: 250 })
    await world.expectSoundLedger(player)
    const entry = { kind: 'task', amount: 250n, reference: id }
    expect(await prisma().ringEntry.findMany({ where: { userId: player.id } })).toMatchObject([entry])
  })

  test('a clock that is set back neither completes it nor pays again', async () => {
    const player = await world.player()
    const { id } = await world.taskOf({ kind: 'visit', dwellSeconds: 10 })
    await world.result(player, id)
    world.clock.now -= 3600_000
    expect(await world.result(player, id)).toMatchObject({ status: 'started', reason: 'dwell' })
    world.clock.now += 3600_000 + 10_000
    expect(await world.result(player, id)).toMatchObject({ status: 'completed', isNew: true })
    world.clock.now -= 3600_000
    expect(await world.result(player, id)).toMatchObject({ status: 'completed', isNew: false })
    world.clock.now += 3600_000
    expect((await world.profile(player)).rings).toBe(100)
  })
})

describe('tasks of what the server knows', () => {
  test('taps in all, and on the day', async () => {
    const player = await world.player()
    const inAll = await world.taskOf({ kind: 'taps', count: 50 })
    const today = await world.taskOf({ kind: 'taps', count: 30 }, { repeat: 'daily' })
    await world.click(player, 20, 1)
    expect(await world.seen(player, inAll.id)).toMatchObject({ status: 'available', progress: 20, target: 50 })
    const started = { status: 'started', reason: 'not_enough', progress: 20 }
    expect(await world.result(player, inAll.id)).toMatchObject({ ...started, target: 50 })
    expect(await world.result(player, today.id)).toMatchObject({ ...started, target: 30 })
    world.clock.now += DAY
    await world.click(player, 30, 2)
    expect(await world.result(player, inAll.id)).toMatchObject({ status: 'completed', isNew: true })
    expect(await world.result(player, today.id)).toMatchObject({ status: 'completed', isNew: true })
    world.clock.now += DAY
    expect(await world.seen(player, today.id)).toMatchObject({ status: 'available', progress: 0 })
    expect(await world.seen(player, inAll.id)).toMatchObject({ status: 'completed' })
  })

  test('a level and a league', async () => {
    const player = await world.player()
    const level = await world.taskOf({ kind: 'level', level: 3 })
    const league = await world.taskOf({ kind: 'league', league: 'silver' })
    expect(await world.result(player, level.id)).toMatchObject({ reason: 'not_enough', progress: 1, target: 3 })
    expect(await world.seen(player, league.id)).toMatchObject({ league: 'Silver' })
    expect(await world.result(player, league.id)).toMatchObject({ reason: 'not_enough' })
    await world.give(player, 60_000)
    expect(await world.result(player, level.id)).toMatchObject({ status: 'completed' })
    expect(await world.result(player, league.id)).toMatchObject({ status: 'completed' })
  })

  test('paid invitations', async () => {
    const [inviter, guest] = [await world.player(), await world.player()]
    const { id } = await world.taskOf({ kind: 'invite', count: 1 })
    expect(await world.result(inviter, id)).toMatchObject({ reason: 'not_enough', progress: 0, target: 1 })
    const { referCode } = await inviter.client.account.profile()
    await world.call(guest, 'bind-referrer', { referCode })
    await world.click(guest, 100, 1)
    await expect.poll(async () => (await world.profile(inviter)).rings).toBe(2000)
    expect(await world.result(inviter, id)).toMatchObject({ status: 'completed', rings: 2100 })
  })

  test('an account of a provider, and an Odyssey code', async () => {
    const player = await world.player()
    const bound = await world.taskOf({ kind: 'identity', provider: 'username' })
    const other = await world.taskOf({ kind: 'identity', provider: 'github' })
    const odyssey = await world.taskOf({ kind: 'odyssey' })
    expect(await world.seen(player, other.id)).toMatchObject({ provider: 'github' })
    expect(await world.result(player, bound.id)).toMatchObject({ status: 'completed' })
    expect(await world.result(player, other.id)).toMatchObject({ status: 'started', reason: 'not_bound' })
    expect(await world.result(player, odyssey.id)).toMatchObject({ reason: 'not_bound' })
    await world.call(player, 'bind-odyssey', { odsCode: `code-of-${player.id}` })
    expect(await world.result(player, odyssey.id)).toMatchObject({ status: 'completed' })
  })
})

describe('a daily task', () => {
  test('is paid once a day, and begins again at midnight UTC', async () => {
    const player = await world.player()
    const { id } = await world.task({ repeat: 'daily' })
    expect(await world.result(player, id)).toMatchObject({ status: 'completed', isNew: true })
    expect(await world.result(player, id)).toMatchObject({ isNew: false, rings: 100 })
    const midnight = Math.ceil(world.clock.now / DAY) * DAY
    expect(await world.seen(player, id)).toMatchObject({ status: 'completed', resetsAt: midnight })
    world.clock.now = midnight
    expect(await world.seen(player, id)).toMatchObject({ status: 'available', resetsAt: null })
    expect(await world.result(player, id)).toMatchObject({ isNew: true, rings: 200 })
    // Yesterday is paid, also for a clock that is set back to it.
    world.clock.now = midnight - 1
    expect(await world.result(player, id)).toMatchObject({ isNew: false, rings: 200 })
    world.clock.now = midnight + DAY
    expect(await prisma().taskProgress.count({ where: { userId: player.id, taskId: id } })).toBe(1)
    await world.expectSoundLedger(player)
  })
})

describe('paid once', () => {
  test('of 100 calls at the same time one pays', async () => {
    const player = await world.player()
    const { id } = await world.task()
    const answers = await inParallel(100, () => world.verify(player, id))
    // A player may have 20 calls waiting for its account; the others are told to try again.
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    expect(answers.filter(({ body }) => body.data?.isNew)).toHaveLength(1)
    expect((await world.profile(player)).rings).toBe(100)
    await world.expectSoundLedger(player)
  })

  test('whatever the operator changes', async () => {
    const player = await world.player()
    const { id } = await world.task()
    await world.result(player, id)
    const changes = [
      { reward: 9000 },
      { enabled: false },
      { enabled: true },
      { title: 'Another' },
      { maxCompletions: 5 },
    ]
    for (const change of changes) {
      expect((await world.operate('PATCH', `/${id}`, change)).status).toBe(200)
      await world.verify(player, id)
    }
    expect(await world.seen(player, id)).toMatchObject({ status: 'completed', reward: 100, title: 'Another' })
    expect((await world.profile(player)).rings).toBe(100)
    const other = await world.player()
    expect(await world.result(other, id)).toMatchObject({ reward: 9000, rings: 9000 })
    expect((await world.operate('GET', `/${id}`)).body.data).toMatchObject({ completions: 2 })
  })

  test('after a crash between the check and the payment the next call pays, once', async () => {
    const player = await world.player()
    const { id } = await world.taskOf({ kind: 'visit', dwellSeconds: 5 })
    await world.result(player, id)
    world.clock.now += 5000
    // The state that a server leaves which stops after the check: the task is begun, nothing is paid.
    expect(await prisma().ringReward.count({ where: { userId: player.id, kind: 'task' } })).toBe(0)
    expect(await world.result(player, id)).toMatchObject({ isNew: true })
    // The progress is lost, as by an older backup: the reward's key still stands.
    await prisma().taskProgress.deleteMany({ where: { userId: player.id } })
    await world.result(player, id)
    world.clock.now += 5000
    expect(await world.result(player, id)).toMatchObject({ status: 'completed', isNew: false, rings: 100 })
  })

  test('a deleted task is gone, and one that is made again is another', async () => {
    const player = await world.player()
    const { id } = await world.task()
    await world.result(player, id)
    expect((await world.operate('DELETE', `/${id}`)).status).toBe(200)
    expect((await world.verify(player, id)).body).toMatchObject({ code: 'task_not_found' })
    expect(await world.seen(player, id)).toBeUndefined()
    expect((await world.profile(player)).rings).toBe(100)
  })
})
