import { expect, test } from 'vitest'
import type { TestUser } from '../../../testing.ts'
import { gameWorld } from '../game.testing.ts'

/** A tenth of the limits: a player founds one squad a day, and joins six an hour. */
const world = gameWorld({ OPENAUTH_RATE_LIMIT_SCALE: '0.1' })
const send = (user: TestUser, path: string, body = {}) => world.call(user, `squads${path}`, body)
const found = async (user: TestUser, name: string) => {
  await world.give(user, 1000)
  return send(user, '', { name })
}

test('a player who founds squads one after another is refused beyond the limit, and pays nothing for it', async () => {
  const [founder, other] = [await world.player(), await world.player()]
  expect((await found(founder, 'The only one')).status).toBe(201)
  expect((await send(founder, '/leave')).status).toBe(200)
  const { status, body } = await found(founder, 'One more')
  expect([status, body.code]).toEqual([429, 'too_many_attempts'])
  expect(await world.profile(founder)).toMatchObject({ rings: 1000, squad: null })
  expect((await found(other, 'Of another player')).status).toBe(201)
})

test('a player who joins and leaves again and again is refused beyond the limit, and others are not', async () => {
  const [leader, restless, other] = [await world.player(), await world.player(), await world.player()]
  const { id } = (await found(leader, 'Restless')).body.data
  for (let join = 0; join < 6; join += 1) {
    expect((await send(restless, `/${id}/join`)).status).toBe(200)
    expect((await send(restless, '/leave')).status).toBe(200)
  }
  const { status, body } = await send(restless, `/${id}/join`)
  expect([status, body.code]).toEqual([429, 'too_many_attempts'])
  expect((await world.profile(restless)).squad).toBe(null)
  expect((await send(other, `/${id}/join`)).body.data).toMatchObject({ members: 2 })
})
