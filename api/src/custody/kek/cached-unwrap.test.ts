import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createUnwrapCache } from './cached-unwrap.ts'
import { remoteKek } from './kek.testing.ts'
import type { KeyEncryptionKey } from '../key-service.ts'

const AAD = Buffer.from('whose key it is')

afterEach(() => {
  vi.useRealTimers()
})

test('a second unwrap of the same bytes calls no backend', async () => {
  const { kek, given } = remoteKek()
  const cached = createUnwrapCache({ seconds: 60 }).over(kek)
  const dek = randomBytes(32)
  const wrapped = await cached.wrap(dek, AAD)
  for (let time = 0; time < 5; time += 1) {
    const opened = await cached.unwrap(wrapped, AAD)
    expect(opened.equals(dek)).toBe(true)
    // Every caller zeroes its buffer, which must not affect the cache.
    opened.fill(0)
  }
  expect(given).toHaveLength(1)
})

test('concurrent unwraps of one data key share one call, and each gets its own buffer', async () => {
  const { kek, given } = remoteKek()
  const cached = createUnwrapCache({ seconds: 60 }).over(kek)
  const dek = randomBytes(32)
  const wrapped = await cached.wrap(dek, AAD)
  const all = await Promise.all(Array.from({ length: 50 }, () => cached.unwrap(wrapped, AAD)))
  expect(given).toHaveLength(1)
  expect(all.every((one) => one.equals(dek))).toBe(true)
  all[0]!.fill(0)
  expect(all[1]!.equals(dek)).toBe(true)
  expect(new Set(all.map(({ buffer }) => buffer)).size).toBe(50)
})

test('concurrent unwraps of many data keys with a cache of one entry each return their own key', async () => {
  const { kek } = remoteKek()
  const cached = createUnwrapCache({ seconds: 60, entries: 1 }).over(kek)
  const deks = Array.from({ length: 20 }, () => randomBytes(32))
  const wrapped = await Promise.all(deks.map((dek) => cached.wrap(dek, AAD)))
  const opened = await Promise.all([...wrapped, ...wrapped].map((one) => cached.unwrap(one, AAD)))
  expect(opened.every((one, index) => one.equals(deks[index % 20]!))).toBe(true)
})

test('a failure is not cached, and every waiting caller receives it', async () => {
  const { kek } = remoteKek()
  let fails = true
  const unwrap = vi.fn<KeyEncryptionKey['unwrap']>(async (wrapped, aad) => {
    if (fails) throw new Error('away')
    return kek.unwrap(wrapped, aad)
  })
  const cached = createUnwrapCache({ seconds: 60 }).over({ ...kek, unwrap })
  const wrapped = await cached.wrap(randomBytes(32), AAD)
  const all = await Promise.allSettled([cached.unwrap(wrapped, AAD), cached.unwrap(wrapped, AAD)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(unwrap).toHaveBeenCalledTimes(1)
  fails = false
  expect(await cached.unwrap(wrapped, AAD)).toHaveLength(32)
})

test('a KEK that throws synchronously is handled as a rejection', async () => {
  const { kek } = remoteKek()
  const unwrap = () => {
    throw new Error('at once')
  }
  const cached = createUnwrapCache({ seconds: 60 }).over({ ...kek, unwrap })
  await expect(cached.unwrap(Buffer.alloc(61), AAD)).rejects.toThrow('at once')
  await expect(cached.unwrap(Buffer.alloc(61), AAD)).rejects.toThrow('at once')
})

test('0 seconds disables the cache', () => {
  const { kek } = remoteKek()
  expect(createUnwrapCache({ seconds: 0 }).over(kek)).toBe(kek)
})
