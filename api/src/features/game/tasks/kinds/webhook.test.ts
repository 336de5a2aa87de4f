import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../account.ts'
import { isSigned, type Partner, startPartner } from '../partner.testing.ts'
import { taskWorld } from '../tasks.testing.ts'

const world = taskWorld({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' })
let partner: Partner
beforeAll(async () => {
  partner = await startPartner()
})
afterAll(() => partner.stop())

const newTask = (fields?: object) => world.taskOf({ kind: 'webhook', url: partner.url }, fields)
const secretOf = async (id: string): Promise<string> => (await world.operate('GET', `/${id}/secret`)).body.data.secret
const says = (completed: boolean) => {
  partner.answer = (response) => void response.end(JSON.stringify({ completed }))
}
const push = (userId: string, taskId: string, secret = world.app.secret) =>
  world.server.send('POST', `/app/users/${userId}/tasks/${taskId}/complete`, { token: secret })

describe('a partner that is asked', () => {
  test('gets a signed POST and decides', async () => {
    const player = await world.player()
    const { id } = await newTask()
    says(false)
    const begunAt = world.clock.now
    expect(await world.result(player, id)).toMatchObject({ status: 'started', reason: 'partner' })
    world.clock.now += 60_000
    says(true)
    expect(await world.result(player, id)).toMatchObject({ status: 'completed', isNew: true })
    const question = partner.asked.at(-1)!
    expect(question).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    const named = { taskId: id, appId: world.app.id, userId: player.id, startedAt: begunAt }
    expect(JSON.parse(question.body)).toEqual(named)
    const secret = await secretOf(id)
    expect(isSigned(question, secret, world.clock.now)).toBe(true)
    expect(isSigned(question, secret, world.clock.now + 301_000)).toBe(false)
    expect(isSigned({ ...question, body: `${question.body} ` }, secret, world.clock.now)).toBe(false)
    // A completed task asks no more.
    const before = partner.asked.length
    await world.result(player, id)
    expect(partner.asked).toHaveLength(before)
  })

  test('is told the day of a daily task', async () => {
    const player = await world.player()
    const { id } = await newTask({ repeat: 'daily' })
    says(true)
    await world.result(player, id)
    world.clock.now += DAY
    expect(await world.result(player, id)).toMatchObject({ isNew: true, rings: 200 })
    expect(JSON.parse(partner.asked.at(-1)!.body)).toMatchObject({
      day: new Date(world.clock.now).toISOString().slice(0, 10),
    })
  })

  test('verifies with both secrets while one is being replaced', async () => {
    const player = await world.player()
    const { id } = await newTask()
    const old = await secretOf(id)
    const { body } = await world.operate('POST', `/${id}/secret/rotate`, { overlapSeconds: 60 })
    const { secret, previousExpiresAt } = body.data
    expect([previousExpiresAt, secret === old]).toEqual([world.clock.now + 60_000, false])
    expect(await secretOf(id)).toBe(secret)
    says(false)
    await world.result(player, id)
    const during = partner.asked.at(-1)!
    expect([isSigned(during, secret, world.clock.now), isSigned(during, old, world.clock.now)]).toEqual([true, true])
    world.clock.now += 60_000
    await world.result(player, id)
    const after = partner.asked.at(-1)!
    expect([isSigned(after, secret, world.clock.now), isSigned(after, old, world.clock.now)]).toEqual([true, false])
  })

  test('is asked once for calls at the same time', async () => {
    const player = await world.player()
    const { id } = await newTask()
    await world.result(player, id)
    const before = partner.asked.length
    const held: (() => void)[] = []
    partner.answer = (response) => void held.push(() => response.end('{"completed": true}'))
    const calls = Array.from({ length: 10 }, () => world.verify(player, id))
    await expect.poll(() => held.length).toBeGreaterThan(0)
    // Calls that have not arrived yet find the task completed.
    held[0]!()
    partner.answer = (response) => void response.end('{"completed": true}')
    const answers = await Promise.all(calls)
    expect(answers.filter(({ body }) => body.data?.isNew)).toHaveLength(1)
    expect(answers.every(({ body }) => body.data?.status === 'completed')).toBe(true)
    expect(partner.asked.length - before).toBeLessThan(10)
  })
})

describe('a partner that tells', () => {
  test('completes a task for a user who never called, once', async () => {
    const player = await world.player()
    const { id } = await newTask()
    const first = await push(player.id, id)
    expect(first.body.data).toMatchObject({ status: 'completed', isNew: true, reward: 100, rings: 100 })
    const again = await Promise.all(Array.from({ length: 10 }, () => push(player.id, id)))
    expect(again.every(({ status, body }) => status === 200 && body.data.isNew === false)).toBe(true)
    expect(await world.seen(player, id)).toMatchObject({ status: 'completed' })
    expect((await world.profile(player)).rings).toBe(100)
    await world.expectSoundLedger(player)
  })

  test('and a player who asks at the same moment are paid once', async () => {
    const player = await world.player()
    const { id } = await newTask()
    says(true)
    const answers = await Promise.all([push(player.id, id), world.verify(player, id), push(player.id, id)])
    expect(answers.filter(({ body }) => body.data.isNew)).toHaveLength(1)
    expect((await world.profile(player)).rings).toBe(100)
  })
})
