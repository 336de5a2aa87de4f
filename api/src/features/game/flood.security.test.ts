import { expect, test } from 'vitest'
import { gameWorld } from './game.testing.ts'

const world = gameWorld()

test('a player who sends hundreds of calls at once is told to wait, and holds up nobody else', async () => {
  const [flooder, other] = [await world.player(), await world.player()]
  await Promise.all([flooder, other].map((user) => world.profile(user)))
  const { pool } = world.server.resources.db
  const lockWaits = async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  let isOver = false
  const flood = Promise.all(Array.from({ length: 300 }, () => world.call(flooder, 'daily'))).finally(
    () => (isOver = true),
  )
  let [most, seq] = [0, 0]
  while (!isOver) {
    most = Math.max(most, await lockWaits())
    expect((await world.click(other, 1, (seq += 1))).status).toBe(200)
  }
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([200, 429]))
  // Calls that wait for the player's row would each hold a connection.
  expect(most).toBe(0)
  expect((await world.profile(flooder)).rings).toBe(500)
  await world.expectSoundLedger(flooder)
})

test('a flood of first reads makes one account', async () => {
  const user = await world.player()
  const { token } = user
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => world.server.send('GET', '/api/profile', { token })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a flood of taps of one player is refused beyond what waits; nothing counts twice', async () => {
  const user = await world.player()
  await world.profile(user)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => world.click(user, 1, index + 1)))
  const counted = answers.filter(({ status, body }) => status === 200 && body.data.accepted === 1).length
  expect(answers.some(({ status }) => status === 429)).toBe(true)
  expect((await world.profile(user)).rings).toBe(counted)
})
