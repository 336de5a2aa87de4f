import { expect, test } from 'vitest'
import { taskWorld } from '../tasks.testing.ts'

const world = taskWorld({ OPENAUTH_RATE_LIMIT_SCALE: '1' })
const prisma = () => world.server.resources.db.prisma

const newCodes = async (count: number) => {
  const { id } = await world.taskOf({ kind: 'code' })
  const { body } = await world.operate('POST', `/${id}/codes`, { count })
  return { id, codes: body.data.codes as [string, ...string[]] }
}

test('a code completes the task for one player; replayed and by another player it is refused', async () => {
  const { id, codes } = await newCodes(2)
  const [first, second] = [await world.player(), await world.player()]
  expect(await world.seen(first, id)).toMatchObject({ needsCode: true })
  expect(codes[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(await world.result(first, id, codes[0])).toMatchObject({ status: 'completed', isNew: true })
  expect(await world.result(first, id, codes[0])).toMatchObject({ isNew: false, rings: 100 })
  // A second code of the same player is not used up.
  expect(await world.result(first, id, codes[1])).toMatchObject({ isNew: false, rings: 100 })
  const replayed = await world.verify(second, id, codes[0])
  expect([replayed.status, replayed.body.code]).toEqual([400, 'task_code_wrong'])
  const typed = ` ${codes[1]!.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect(await world.result(second, id, typed)).toMatchObject({ isNew: true })
  expect((await world.operate('GET', `/${id}`)).body.data.codes).toEqual({ unused: 0, used: 2 })
})

test('one code that many players send at the same time pays one of them', async () => {
  const { id, codes } = await newCodes(1)
  const players = await Promise.all(Array.from({ length: 10 }, () => world.player()))
  const answers = await Promise.all(players.map((player) => world.verify(player, id, codes[0])))
  expect(answers.filter(({ body }) => body.data?.isNew)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'task_code_wrong')).toHaveLength(9)
})

test('a code of another task is refused', async () => {
  const [one, another] = [await newCodes(1), await newCodes(1)]
  const player = await world.player()
  expect((await world.verify(player, one.id, another.codes[0])).body.code).toBe('task_code_wrong')
  expect(await world.result(player, another.id, another.codes[0])).toMatchObject({ isNew: true })
})

test('a code that is refused by the limit of the task is not used up', async () => {
  const { id, codes } = await newCodes(1)
  const player = await world.player()
  await world.operate('PATCH', `/${id}`, { endsAt: world.clock.now + 1 })
  world.clock.now += 1
  expect((await world.verify(player, id, codes[0])).body.code).toBe('task_over')
  await world.operate('PATCH', `/${id}`, { endsAt: null })
  expect(await world.result(player, id, codes[0])).toMatchObject({ isNew: true })
})

test('guesses are limited by player, whatever the task', async () => {
  const [one, another] = [await newCodes(1), await newCodes(1)]
  const player = await world.player()
  for (let guess = 0; guess < 10; guess += 1) {
    const { body } = await world.verify(player, guess % 2 ? one.id : another.id, `guess ${guess}`)
    expect(body.code).toBe('task_code_wrong')
  }
  const refused = await world.verify(player, one.id, one.codes[0])
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await world.profile(player)).rings).toBe(0)
})

test('wrong codes of many players keep nobody behind their address from a right one', async () => {
  const { id, codes } = await newCodes(1)
  const guessers = await Promise.all(Array.from({ length: 21 }, () => world.player()))
  await Promise.all(
    guessers.flatMap((player) => Array.from({ length: 10 }, (_, guess) => world.verify(player, id, `guess ${guess}`))),
  )
  expect(await world.result(await world.player(), id, codes[0])).toMatchObject({ isNew: true })
})

test.each([[undefined], [''], ['   '], [' - - ']])('the code %j is refused', async (code) => {
  const { id } = await newCodes(1)
  expect((await world.verify(await world.player(), id, code)).body.code).toBe('task_code_wrong')
})

test.each([[{}], [['a']], [7], ['a'.repeat(200)]])('the code %j is no text of a code', async (code) => {
  const { id } = await newCodes(1)
  expect((await world.verify(await world.player(), id, code)).body.code).toBe('invalid_input')
})

test('revoked codes are refused, and codes are stored as digests', async () => {
  const { id, codes } = await newCodes(3)
  const rows = await prisma().taskCode.findMany({ where: { taskId: id } })
  expect(rows.map(({ digest }) => digest.length)).toEqual([32, 32, 32])
  expect((await world.operate('POST', `/${id}/codes/revoke`, {})).body.data).toEqual({ revoked: 3 })
  expect((await world.verify(await world.player(), id, codes[0])).body.code).toBe('task_code_wrong')
})
