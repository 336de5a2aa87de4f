import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createUnwrapCache } from './cached-unwrap.ts'
import { remoteKek } from './kek.testing.ts'
import type { KeyEncryptionKey } from '../key-service.ts'

const AAD = Buffer.from('aad of the key')

/** Every buffer that the cache allocates while `work` runs. */
const watchKept = async (work: () => Promise<void>): Promise<Buffer[]> => {
  const made: Buffer[] = []
  const alloc = Buffer.alloc.bind(Buffer)
  const spy = vi.spyOn(Buffer, 'alloc').mockImplementation((size: number, ...more) => {
    const buffer = alloc(size, ...more)
    if (size === 32) made.push(buffer)
    return buffer
  })
  await work().finally(() => spy.mockRestore())
  return made
}
const isZero = (buffer: Buffer) => buffer.every((byte) => byte === 0)

test('the wrapped bytes with another context do not hit the cache', async () => {
  const { kek } = remoteKek()
  const cached = createUnwrapCache({ seconds: 60 }).over(kek)
  const wrapped = await cached.wrap(randomBytes(32), AAD)
  await cached.unwrap(wrapped, AAD)
  await expect(cached.unwrap(wrapped, Buffer.from('somebody else'))).rejects.toMatchObject({ code: 'unseal_failed' })
})

test('a context that starts with the end of the wrapped bytes is another cache entry', async () => {
  const cache = createUnwrapCache({ seconds: 60 })
  const unwrap = vi.fn<KeyEncryptionKey['unwrap']>(async () => randomBytes(32))
  const cached = cache.over({ ...remoteKek().kek, unwrap })
  await cached.unwrap(Buffer.from('abc'), Buffer.from('def'))
  await cached.unwrap(Buffer.from('abcd'), Buffer.from('ef'))
  expect(unwrap).toHaveBeenCalledTimes(2)
})

test('one KEK’s cached data key is not returned for another KEK of the same cache', async () => {
  const cache = createUnwrapCache({ seconds: 60 })
  const [one, other] = [remoteKek('aws:1'), remoteKek('aws:2')]
  const wrapped = await one.kek.wrap(randomBytes(32), AAD)
  await cache.over(one.kek).unwrap(wrapped, AAD)
  await expect(cache.over(other.kek).unwrap(wrapped, AAD)).rejects.toMatchObject({ code: 'unseal_failed' })
})

test('a data key is zeroed when it expires, without another call, and reads do not extend its lifetime', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // The cache has taken `performance` before a fake one could stand in its place.
  let time = performance.now()
  const now = vi.spyOn(performance, 'now').mockImplementation(() => time)
  const wait = async (milliseconds: number) => {
    time += milliseconds
    await vi.advanceTimersByTimeAsync(milliseconds)
  }
  try {
    const { kek, given } = remoteKek()
    const cached = createUnwrapCache({ seconds: 20 }).over(kek)
    const wrapped = await cached.wrap(randomBytes(32), AAD)
    const [kept] = await watchKept(async () => void (await cached.unwrap(wrapped, AAD)))
    await wait(15_000)
    await cached.unwrap(wrapped, AAD)
    expect(isZero(kept!)).toBe(false)
    await wait(6_000)
    expect(isZero(kept!)).toBe(true)
    expect(given).toHaveLength(1)
    await cached.unwrap(wrapped, AAD)
    expect(given).toHaveLength(2)
  } finally {
    now.mockRestore()
    vi.useRealTimers()
  }
})

test('no data key is cached for more than a minute, whatever the setting', async () => {
  const now = vi.spyOn(performance, 'now')
  const from = performance.now()
  now.mockReturnValue(from)
  try {
    const { kek, given } = remoteKek()
    const cached = createUnwrapCache({ seconds: 3600 }).over(kek)
    const wrapped = await cached.wrap(randomBytes(32), AAD)
    await cached.unwrap(wrapped, AAD)
    await pause(5)
    now.mockReturnValue(from + 59_000)
    await cached.unwrap(wrapped, AAD)
    expect(given).toHaveLength(1)
    await pause(5)
    now.mockReturnValue(from + 60_001)
    await cached.unwrap(wrapped, AAD)
    expect(given).toHaveLength(2)
  } finally {
    now.mockRestore()
  }
})

test('an evicted data key is zeroed', async () => {
  const { kek, given } = remoteKek()
  const cached = createUnwrapCache({ seconds: 60, entries: 2 }).over(kek)
  const wrapped = await Promise.all([1, 2, 3].map(() => cached.wrap(randomBytes(32), AAD)))
  const [kept] = await watchKept(async () => void (await cached.unwrap(wrapped[0]!, AAD)))
  for (const one of wrapped.slice(1)) await cached.unwrap(one, AAD)
  expect(isZero(kept!)).toBe(true)
  await cached.unwrap(wrapped[0]!, AAD)
  expect(given).toHaveLength(4)
})

test('clear zeroes every data key, including those that arrive later', async () => {
  const { kek, given } = remoteKek()
  const cache = createUnwrapCache({ seconds: 60 })
  const cached = cache.over(kek)
  const wrapped = await cached.wrap(randomBytes(32), AAD)
  const [kept] = await watchKept(async () => void (await cached.unwrap(wrapped, AAD)))
  const late = await cached.wrap(randomBytes(32), AAD)
  const opening = cached.unwrap(late, AAD)
  cache.clear()
  expect(isZero(kept!)).toBe(true)
  expect(await opening).toHaveLength(32)
  await cached.unwrap(late, AAD)
  expect(given).toHaveLength(3)
})

test('the buffer from the KEK is zeroed once it is copied', async () => {
  const { kek, given } = remoteKek()
  const cached = createUnwrapCache({ seconds: 60 }).over(kek)
  const wrapped = await cached.wrap(randomBytes(32), AAD)
  await Promise.all([cached.unwrap(wrapped, AAD), cached.unwrap(wrapped, AAD)])
  expect(given.map(isZero)).toEqual([true])
})
