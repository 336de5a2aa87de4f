import { expect, test } from 'vitest'
import {
  addTaps,
  cutBatch,
  emptyQueue,
  MOST_STORED,
  queueFromText,
  queueToText,
  takeBack,
  totalOf,
} from '../../src/features/tap/engine/queue.ts'

const plain = { count: 3, pay: 1, cost: 1 }
const turbo = { count: 2, pay: 5, cost: 0 }

test('taps of one kind are one run, and a batch has taps of one kind', () => {
  const queue = [plain, plain, turbo].reduce(addTaps, emptyQueue)
  expect(queue.waiting).toEqual([{ ...plain, count: 6 }, turbo])
  const cut = cutBatch(queue, 8, 4)
  expect(cut).toEqual({ sent: { ...plain, count: 4, seq: 8, attempts: 0 }, waiting: [{ ...plain, count: 2 }, turbo] })
  expect(cutBatch(cut, 9, 200)).toBe(cut)
  expect(takeBack(cut)).toEqual(queue)
  expect(cutBatch(queue, 8, 0)).toBe(queue)
  expect(cutBatch({ sent: null, waiting: [turbo] }, 1, 200)).toMatchObject({ sent: turbo, waiting: [] })
})

test('a batch goes back before what waits', () => {
  const queue = cutBatch([plain, turbo].reduce(addTaps, emptyQueue), 1, 200)
  expect(takeBack(queue).waiting).toEqual([plain, turbo])
  expect(takeBack({ ...queue, waiting: [] }).waiting).toEqual([plain])
})

test('a batch that the server has had is not part of the total', () => {
  const queue = cutBatch([plain, turbo].reduce(addTaps, emptyQueue), 4, 200)
  expect(totalOf(queue, 3)).toEqual({ count: 5, pay: 13, cost: 3 })
  expect(totalOf(queue, 4)).toEqual({ count: 2, pay: 10, cost: 0 })
})

test('is read as it was stored; a stored batch may have been sent', () => {
  const queue = cutBatch([plain, turbo].reduce(addTaps, emptyQueue), 4, 200)
  expect(queueFromText(queueToText(queue))).toEqual({ ...queue, sent: { ...queue.sent, attempts: 1 } })
})

test.each([
  null,
  '',
  'null',
  '[]',
  '"text"',
  '{"sent":1,"waiting":2}',
  '{"sent":{"count":0,"pay":1,"cost":1,"seq":1},"waiting":[null,{"count":-1}]}',
  '{"sent":{"count":1e9,"pay":1,"cost":1,"seq":1},"waiting":[{"count":1.5,"pay":1,"cost":1}]}',
])('other text is no queue: %s', (text) => {
  expect(queueFromText(text)).toEqual(emptyQueue)
})

test('a bounded number of taps is stored', () => {
  const runs = Array.from({ length: 100 }, (_, index) => ({ count: 1000, pay: index, cost: 0 }))
  const { waiting } = queueFromText(queueToText({ sent: null, waiting: runs }))
  expect(waiting.reduce((sum, { count }) => sum + count, 0)).toBe(MOST_STORED)
  expect(waiting[0]).toEqual(runs[0])
})
