import { describe, expect, test, vi } from 'vitest'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** Work that ends on request; `served` records the order of starts. */
const bench = (queue: FairQueue) => {
  const served: string[] = []
  const ends: (() => void)[] = []
  const ask = (caller: string, what: string) =>
    queue(caller, () => {
      served.push(what)
      return new Promise<void>((end) => ends.push(end))
    })
  /** Ends the oldest running work and starts the next. */
  const finish = async () => {
    ends.shift()!()
    await new Promise(setImmediate)
  }
  return { served, ask, finish }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('S9: a flood from one caller', () => {
  test('delays another caller by one piece of work, however long the flood’s queue is', async () => {
    const { served, ask, finish } = bench(createFairQueue({ concurrency: 1, perCaller: 100, total: 400 }))
    const flood = many(100).map((index) => ask('flood', `flood ${index}`))
    const others = [ask('ada', 'ada'), ask('bob', 'bob'), ask('ada', 'ada again')]
    for (let turn = 0; turn < 103; turn += 1) await finish()
    await Promise.all([...flood, ...others])
    expect(served.slice(0, 7)).toEqual(['flood 0', 'flood 1', 'ada', 'bob', 'flood 2', 'ada again', 'flood 3'])
    expect(served.slice(7)).toEqual(many(96).map((index) => `flood ${index + 4}`))
  })

  test('is refused beyond the per-caller limit, and other callers are not', async () => {
    const { ask, finish } = bench(createFairQueue({ concurrency: 2, perCaller: 3, total: 400 }))
    const flood = many(5).map((index) => ask('flood', `flood ${index}`))
    await expect(ask('flood', 'one more')).rejects.toMatchObject({ name: 'QueueFullError', own: true })
    const other = ask('ada', 'ada')
    for (let turn = 0; turn < 6; turn += 1) await finish()
    await Promise.all([...flood, other])
  })
})

test('S9: a caller waits for the refusal of its surplus, others do not; many are not refused together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const { ask } = bench(createFairQueue({ concurrency: 1, perCaller: 1, total: 400, refusalDelay: 1000 }))
    void ask('flood', 'running')
    void ask('flood', 'waiting')
    let refused = 0
    const surplus = Array.from({ length: 100 }, (_, at) => ask('flood', `surplus ${at}`).catch(() => (refused += 1)))
    await vi.advanceTimersByTimeAsync(999)
    expect(refused).toBe(0)
    await vi.advanceTimersByTimeAsync(501)
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(100)
    await vi.advanceTimersByTimeAsync(500)
    await Promise.all(surplus)
    expect(refused).toBe(100)
  } finally {
    vi.useRealTimers()
  }
})

describe('S9: a full queue', () => {
  test('replaces the newest work of the longest line with the newcomer’s', async () => {
    const { served, ask, finish } = bench(createFairQueue({ concurrency: 1, perCaller: 10, total: 4 }))
    const running = ask('a', 'a 0')
    const [a1, a2, a3] = [ask('a', 'a 1'), ask('a', 'a 2'), ask('a', 'a 3')]
    const b = ask('b', 'b')
    const refused = a3.catch((error: unknown) => error)
    const newcomer = ask('c', 'c')
    expect(await refused).toMatchObject({ own: true })
    await expect(ask('b', 'b again')).rejects.toMatchObject({ own: false })
    for (let turn = 0; turn < 5; turn += 1) await finish()
    await Promise.all([running, a1, a2, b, newcomer])
    expect(served).toEqual(['a 0', 'a 1', 'b', 'c', 'a 2'])
  })

  test('refuses the newcomer when every line has one entry', async () => {
    const { ask, finish } = bench(createFairQueue({ concurrency: 1, perCaller: 10, total: 2 }))
    const held = ['a', 'b', 'c'].map((caller) => ask(caller, caller))
    await expect(ask('d', 'd')).rejects.toMatchObject({ own: false })
    for (let turn = 0; turn < 3; turn += 1) await finish()
    await Promise.all(held)
  })
})

test('S9: failed work releases its slot', async () => {
  const queue = createFairQueue({ concurrency: 1, perCaller: 1, total: 1 })
  const failing = queue('a', async () => {
    throw new Error('broken')
  })
  const waiting = queue('b', async () => 'served')
  await expect(failing).rejects.toThrow('broken')
  expect(await waiting).toBe('served')
  expect(await queue('c', async () => 'free again')).toBe('free again')
})

test('S9: a queue that was full before holds as many the next time, and not more', async () => {
  const { ask, finish } = bench(createFairQueue({ concurrency: 1, perCaller: 10, total: 2 }))
  for (let round = 0; round < 3; round += 1) {
    const running = ask('a', 'running')
    const [first, second] = [ask('b', 'first'), ask('c', 'second')]
    await expect(ask('d', 'too many')).rejects.toThrow('Too much work is waiting')
    for (let turn = 0; turn < 3; turn += 1) await finish()
    await Promise.all([running, first, second])
  }
})

test('S9: a place that a refusal frees is counted once', async () => {
  const { served, ask, finish } = bench(createFairQueue({ concurrency: 1, perCaller: 10, total: 3 }))
  const running = ask('a', 'running')
  const [a1, a2, a3] = [ask('a', 'a 1'), ask('a', 'a 2'), ask('a', 'a 3').catch((error: unknown) => error)]
  const b = ask('b', 'b')
  expect(await a3).toMatchObject({ own: true, message: 'Too much work of this caller is waiting' })
  for (let turn = 0; turn < 4; turn += 1) await finish()
  await Promise.all([running, a1, a2, b])
  // Three wait again, and so three places were free.
  const next = ask('a', 'next')
  const held = ['b', 'c', 'd'].map((caller) => ask(caller, caller))
  await expect(ask('e', 'e')).rejects.toMatchObject({ own: false })
  for (let turn = 0; turn < 4; turn += 1) await finish()
  await Promise.all([next, ...held])
  expect(served).toEqual(['running', 'a 1', 'b', 'a 2', 'next', 'b', 'c', 'd'])
})
