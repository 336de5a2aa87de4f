import { expect, test } from 'vitest'
import { formatUuid } from '../../../lib/ranking/uuid.ts'
import { gameWorld } from '../game.testing.ts'
import { readBoard } from './read-board.ts'

const world = gameWorld()

const PLAYERS = 120_001
/** Accounts of an app, each with as many rings as its number, but for every tenth, which has none. */
const seed = () => world.server.resources.db.prisma.$executeRaw`
  INSERT INTO "Player" ("userId", "appId", rings, earned, "ledgerSeq", energy, "tapCredit", "settledAt", "rulesVersion", "ringsPerTap",
    "maxEnergy", "energyPerSecond", "createdAt")
  SELECT (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, ${world.app.id}::uuid, 0, CASE WHEN n % 10 = 0 THEN 0 ELSE n END,
    0, 0, 0, 0, 0, 1, 1000, 1, 0
  FROM generate_series(1, ${PLAYERS}) n`

const idOf = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`

/** What a board has, and after which id each statement begins. */
const read = async () => {
  const { db } = world.server.resources
  const begins: string[] = []
  const query: typeof db.query = (statement, values) => {
    if (statement.name === 'game-scores') begins.push(String(values[1]))
    return db.query(statement, values)
  }
  const players: [string, number][] = []
  for await (const { ids, scores } of readBoard({ query }, world.app.id, 'all'))
    for (let row = 0; row < scores.length; row += 1) {
      const words = Uint32Array.from({ length: 4 }, (_, word) => ids.readUInt32BE(16 * row + 4 * word))
      players.push([formatUuid(words, 0), scores[row]!])
    }
  return { begins, players }
}

test('every player with rings is read once, in the order of ids, whether or not the database knows how ids are spread', async () => {
  await seed()
  const expected = Array.from({ length: PLAYERS }, (_, index) => index + 1)
    .filter((number) => number % 10 !== 0)
    .map((number) => [idOf(number), number])
  const whole = await read()
  expect(whole.players).toEqual(expected)
  await world.server.resources.db.prisma.$executeRaw`ANALYZE "Player"`
  const halves = await read()
  expect(halves.players).toEqual(expected)
  // Both halves are begun before the first one ends.
  const [first, second] = halves.begins
  expect(first).toBe('00000000-0000-0000-0000-000000000000')
  expect(Math.abs(parseInt(second!.slice(0, 8), 16) / PLAYERS - 0.5)).toBeLessThan(0.1)
})
