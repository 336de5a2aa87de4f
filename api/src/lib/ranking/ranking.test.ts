import { expect, test } from 'vitest'
import { buildRanking, createRanking, type Ranking, type ScoreColumns } from './ranking.ts'
import { uuidToBytes } from './uuid.ts'

/** A small generator of numbers from 0 to 1 (mulberry32), so that a failure can be repeated. */
const generator = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const idOf = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`

interface Row {
  player: string
  score: number
}

const columnsOf = (rows: Row[]): ScoreColumns => ({
  ids: Buffer.concat(rows.map(({ player }) => uuidToBytes(player))),
  scores: Float64Array.from(rows, ({ score }) => score),
})

/** The same board by sorting everything. */
const bruteForce = (scores: Map<string, number>) => {
  const sorted = [...scores]
    .map(([player, score]) => ({ player, score }))
    .toSorted((a, b) => b.score - a.score || (a.player < b.player ? -1 : 1))
  return sorted.map((each) => ({ ...each, rank: sorted.findIndex(({ score }) => score === each.score) + 1 }))
}

const expectSame = (ranking: Ranking, scores: Map<string, number>, probe: string) => {
  const expected = bruteForce(scores)
  expect(ranking.total).toBe(expected.length)
  expect(ranking.top(100)).toEqual(expected.slice(0, 100))
  const own = expected.find(({ player }) => player === probe)
  expect(ranking.rankOf(probe)).toBe(own?.rank)
  expect(ranking.scoreOf(probe)).toBe(own?.score)
  if (!own) return
  const position = expected.indexOf(own)
  const around = {
    above: expected.slice(Math.max(0, position - 3), position),
    own,
    below: expected.slice(position + 1, position + 4),
  }
  expect(ranking.around(probe, 3)).toEqual(around)
  expect(ranking.countAbove(own.score)).toBe(own.rank - 1)
}

/** Many ties, zeros, and the largest score. */
const scoreBy = (random: () => number) => {
  const kind = random()
  if (kind < 0.2) return 0
  if (kind < 0.6) return Math.floor(random() * 10)
  return kind < 0.98 ? Math.floor(2 ** (random() * 40)) : Number.MAX_SAFE_INTEGER
}

test.each([1, 2, 3])('after any changes it is what sorting gives (seed %i)', (seed) => {
  const random = generator(seed)
  const ranking = createRanking()
  const scores = new Map<string, number>()
  for (let step = 0; step < 3000; step += 1) {
    const player = idOf(Math.floor(random() * 400))
    if (random() < 0.1) expect(ranking.remove(player)).toBe(scores.delete(player))
    else {
      const score = scoreBy(random)
      ranking.set(player, score)
      scores.set(player, score)
    }
    if (step % 20 === 0) expectSame(ranking, scores, player)
  }
  expect(ranking.total).toBe(scores.size)
})

test('built of rows it is the same as of changes, whatever their order; of two rows of a player the last counts', async () => {
  const random = generator(7)
  const rows = Array.from({ length: 5000 }, () => ({
    player: idOf(Math.floor(random() * 2000)),
    score: scoreBy(random),
  }))
  const scores = new Map(rows.map(({ player, score }) => [player, score]))
  const parts = [rows.slice(0, 1700), rows.slice(1700, 1701), [], rows.slice(1701)]
  const built = await buildRanking(parts.map(columnsOf))
  const changed = createRanking()
  for (const [player, score] of [...scores].toReversed()) changed.set(player, score)
  for (let probe = 0; probe < 50; probe += 1) expectSame(built, scores, idOf(probe))
  expect(built.top(100)).toEqual(changed.top(100))
})

test('players whose numbers go up as their ids do stay in order after one that comes between them, and after removals', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => 2 * index + 10)
  const scores = new Map(ids.map((id) => [idOf(id), id % 3]))
  const rows = [...scores].map(([player, score]) => ({ player, score }))
  const ranking = await buildRanking([columnsOf(rows)])
  expectSame(ranking, scores, idOf(10))
  for (const [id, score] of [
    [2000, 1],
    [41, 1],
    [3, 2],
    [2001, 1],
  ] as const) {
    ranking.set(idOf(id), score)
    expectSame(ranking, scores.set(idOf(id), score), idOf(id))
  }
  for (const [gone, next] of [
    [2000, 43],
    [12, 45],
  ] as const) {
    ranking.remove(idOf(gone))
    scores.delete(idOf(gone))
    expectSame(ranking, scores, idOf(14))
    ranking.set(idOf(next), 1)
    expectSame(ranking, scores.set(idOf(next), 1), idOf(next))
  }
})

test('after a removal the next player may have a lower id than those before', async () => {
  const scores = new Map([10, 20, 30].map((id) => [idOf(id), 5]))
  const ranking = await buildRanking([columnsOf([...scores].map(([player, score]) => ({ player, score })))])
  ranking.remove(idOf(30))
  scores.delete(idOf(30))
  ranking.set(idOf(5), 5)
  expectSame(ranking, scores.set(idOf(5), 5), idOf(20))
})

test('the list of the first is never an old one', () => {
  const ranking = createRanking()
  for (let player = 0; player < 300; player += 1) ranking.set(idOf(player), 1000 - player)
  expect(ranking.top(1)[0]?.player).toBe(idOf(0))
  ranking.set(idOf(299), 5000)
  expect(ranking.top(2).map(({ player }) => player)).toEqual([idOf(299), idOf(0)])
  ranking.set(idOf(299), 1)
  expect(ranking.top(1)[0]?.player).toBe(idOf(0))
  ranking.remove(idOf(0))
  expect(ranking.top(100)).toHaveLength(100)
  expect(ranking.top(1)[0]).toMatchObject({ player: idOf(1), rank: 1 })
})

test('a player costs at most 24 bytes of order, and its id is found in at most 40 more', async () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => ({ player: idOf(index), score: index }))
  const { order, ids } = (await buildRanking([columnsOf(rows)])).bytes()
  expect(order / rows.length).toBeLessThanOrEqual(24)
  expect(ids / rows.length).toBeLessThanOrEqual(40)
})

test.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('the score %d is refused', (score) => {
  expect(() => createRanking().set(idOf(1), score)).toThrow(RangeError)
})

test.each(['', 'x', '0'.repeat(36), 'g0000000-0000-7000-8000-000000000000'])('the player %j is refused', (player) => {
  expect(() => createRanking().set(player, 1)).toThrow(TypeError)
})
