import { expect, test } from 'vitest'
import { memoryKek } from './kek/kek.testing.ts'
import { keyServiceOf, unwrapDataKey, wrapDataKey } from './key-service.ts'
import { rewrap } from './rotation.ts'

const SCOPE = { owner: 'app', appId: 'app-1' } as const

test('every data key is new, and unwraps to what was wrapped', async () => {
  const keys = keyServiceOf([memoryKek('local:1')], 'local:1')
  const one = await wrapDataKey(keys, SCOPE)
  const other = await wrapDataKey(keys, SCOPE)
  expect(one.dataKey).toHaveLength(32)
  expect(one.dataKey.equals(other.dataKey)).toBe(false)
  expect((await unwrapDataKey(keys, one.wrappedKey, one.kekId, SCOPE)).equals(one.dataKey)).toBe(true)
})

test('a rotation zeroes the data key that it moved', async () => {
  const [old, next] = [memoryKek('local:1'), memoryKek('aws:2')]
  const { wrappedKey, kekId, dataKey } = await wrapDataKey(keyServiceOf([old], 'local:1'), SCOPE)
  const both = keyServiceOf([old, next], 'aws:2')
  const moved = await rewrap(both, wrappedKey, kekId, SCOPE)
  expect(moved.kekId).toBe('aws:2')
  expect(old.seen.at(-1)).toEqual(Buffer.alloc(32))
  expect((await unwrapDataKey(both, moved.wrappedKey, 'aws:2', SCOPE)).equals(dataKey)).toBe(true)
})

test('a data key that could not be wrapped is zeroed', async () => {
  let given = Buffer.alloc(0)
  const wrap = async (dek: Buffer) => {
    given = dek as Buffer<ArrayBuffer>
    throw new Error('timed out')
  }
  const kek = { ...memoryKek('aws:1'), wrap }
  await expect(wrapDataKey(keyServiceOf([kek], 'aws:1'), SCOPE)).rejects.toThrow('timed out')
  expect(given).toEqual(Buffer.alloc(32))
})

test('rejects a backend’s answer of another length', async () => {
  const answer = Buffer.alloc(16, 1)
  const kek = { ...memoryKek('aws:1'), unwrap: async () => answer }
  const opening = unwrapDataKey(keyServiceOf([kek], 'aws:1'), Buffer.alloc(61), 'aws:1', SCOPE)
  await expect(opening).rejects.toMatchObject({ code: 'unseal_failed' })
  expect(answer).toEqual(Buffer.alloc(16))
})

test('rejects a current key that is not among the given ones', () => {
  expect(() => keyServiceOf([memoryKek('local:1')], 'local:2')).toThrow(
    expect.objectContaining({ code: 'kek_unknown' }),
  )
})
