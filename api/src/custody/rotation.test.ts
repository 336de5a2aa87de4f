import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal } from './envelope.ts'
import { CustodyError } from './errors.ts'
import { memoryKek } from './kek/kek.testing.ts'
import { keyServiceOf, unwrapDataKey, wrapDataKey } from './key-service.ts'
import { opens, planRotation, requireComplete, rewrap } from './rotation.ts'

const SCOPE = { owner: 'user', appId: 'app-1', userId: 'alice' } as const
const OTHER = { owner: 'user', appId: 'app-1', userId: 'bob' } as const

test('a plan counts settled and movable data keys and lists missing KEKs', () => {
  const service = keyServiceOf([memoryKek('local:1'), memoryKek('aws:x:1')], 'aws:x:1')
  const counts = [
    { kekId: 'aws:x:1', rows: 3 },
    { kekId: 'local:1', rows: 5 },
    { kekId: 'local:0', rows: 7 },
    { kekId: '__proto__', rows: 1 },
  ]
  const plan = planRotation(service, counts)
  expect(plan).toEqual({ current: 'aws:x:1', settled: 3, toMove: 5, missing: ['local:0', '__proto__'] })
  expect(() => requireComplete(plan)).toThrow(expect.objectContaining({ code: 'kek_unknown' }))
  expect(() => requireComplete(plan)).toThrow(/"local:0", "__proto__".*Nothing was changed/)
  expect(() => requireComplete(planRotation(service, counts.slice(0, 2)))).not.toThrow()
})

test('a data key is moved, opens under the new KEK, and every intermediate copy is zeroed', async () => {
  const [old, next] = [memoryKek('local:1'), memoryKek('aws:x:1')]
  const { wrappedKey, kekId, dataKey } = await wrapDataKey(keyServiceOf([old], 'local:1'), SCOPE)
  const both = keyServiceOf([old, next], 'aws:x:1')
  const moved = await rewrap(both, wrappedKey, kekId, SCOPE)
  expect(moved.kekId).toBe('aws:x:1')
  for (const seen of [old.seen.at(-1)!, ...next.seen]) expect(seen).toEqual(Buffer.alloc(32))
  expect(next.seen).toHaveLength(2)
  expect((await unwrapDataKey(both, moved.wrappedKey, moved.kekId, SCOPE)).equals(dataKey)).toBe(true)
})

test('does not move another owner’s data key', async () => {
  const [old, next] = [memoryKek('local:1'), memoryKek('aws:x:1')]
  const { wrappedKey, kekId } = await wrapDataKey(keyServiceOf([old], 'local:1'), SCOPE)
  const moving = rewrap(keyServiceOf([old, next], 'aws:x:1'), wrappedKey, kekId, OTHER)
  await expect(moving).rejects.toMatchObject({ code: 'unseal_failed' })
  expect(next.seen).toEqual([])
})

test.each([
  ['wraps something else', { wrap: async () => seal(randomBytes(32), randomBytes(32), Buffer.alloc(0)) }],
  ['opens to another key', { unwrap: async () => randomBytes(32) }],
  ['opens to a key of another length', { unwrap: async () => randomBytes(16) }],
])('a new KEK that %s gets no data key, and the old wrapping remains', async (_, broken) => {
  const old = memoryKek('local:1')
  const { wrappedKey, kekId } = await wrapDataKey(keyServiceOf([old], 'local:1'), SCOPE)
  const service = keyServiceOf([old, { ...memoryKek('aws:x:1'), ...broken }], 'aws:x:1')
  await expect(rewrap(service, wrappedKey, kekId, SCOPE)).rejects.toMatchObject({ code: 'self_check_failed' })
  expect(old.seen.at(-1)).toEqual(Buffer.alloc(32))
})

test('an outage during the check of the new wrapping is reported as an outage', async () => {
  const old = memoryKek('local:1')
  const { wrappedKey, kekId } = await wrapDataKey(keyServiceOf([old], 'local:1'), SCOPE)
  const away = { ...memoryKek('aws:x:1'), unwrap: () => Promise.reject(new Error('away')) }
  await expect(rewrap(keyServiceOf([old, away], 'aws:x:1'), wrappedKey, kekId, SCOPE)).rejects.toThrow('away')
})

test('opens reports whether a data key opens', async () => {
  const service = keyServiceOf([memoryKek('local:1')], 'local:1')
  const { wrappedKey, kekId } = await wrapDataKey(service, SCOPE)
  expect(await opens(service, wrappedKey, kekId, SCOPE)).toBe(true)
  expect(await opens(service, wrappedKey, kekId, OTHER)).toBe(false)
  expect(await opens(service, wrappedKey, 'local:2', SCOPE)).toBe(false)
  const away = { ...memoryKek('local:1'), unwrap: () => Promise.reject(new Error('away')) }
  await expect(opens(keyServiceOf([away], 'local:1'), wrappedKey, kekId, SCOPE)).rejects.toThrow('away')
})

test.each([
  new CustodyError('backend_unavailable', 'The backend does not answer.'),
  new TypeError('a fault of the program'),
])('%s of the new KEK moves nothing, and is told as it is', async (fault) => {
  const [old, next] = [memoryKek('local:1'), memoryKek('aws:x:1')]
  const { wrappedKey, kekId } = await wrapDataKey(keyServiceOf([old], 'local:1'), SCOPE)
  const failing = { ...next, unwrap: () => Promise.reject(fault) }
  await expect(rewrap(keyServiceOf([old, failing], 'aws:x:1'), wrappedKey, kekId, SCOPE)).rejects.toBe(fault)
  const get = () => {
    throw fault
  }
  expect(() => planRotation({ current: old, get }, [{ kekId: 'aws:x:1', rows: 1 }])).toThrow(fault)
})
