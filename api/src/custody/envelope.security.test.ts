import { createDecipheriv, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encodeAad, newDataKey, seal, unseal } from './envelope.ts'

const failsToUnseal = expect.objectContaining({ code: 'unseal_failed' })

test('the format is 1 | nonce | ciphertext | tag, readable by any AES-256-GCM', () => {
  const [key, aad] = [newDataKey(), encodeAad('context')]
  const sealed = seal(key, Buffer.from('text'), aad)
  expect(sealed).toHaveLength(1 + 12 + 4 + 16)
  expect(sealed[0]).toBe(1)
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13)).setAAD(aad)
  decipher.setAuthTag(sealed.subarray(17))
  expect(Buffer.concat([decipher.update(sealed.subarray(13, 17)), decipher.final()]).toString()).toBe('text')
})

test('rejects a shortened tag', () => {
  const [key, aad] = [newDataKey(), encodeAad('context')]
  // The plaintext is empty, so the rest of the tag cannot be taken for ciphertext.
  const sealed = seal(key, Buffer.alloc(0), aad)
  expect(unseal(key, sealed, aad)).toHaveLength(0)
  for (let length = 0; length < sealed.length; length++) {
    expect(() => unseal(key, sealed.subarray(0, length), aad)).toThrow(failsToUnseal)
  }
})

test('rejects another key, another context and every other format byte', () => {
  const [key, aad] = [newDataKey(), encodeAad('context')]
  const sealed = seal(key, Buffer.from('text'), aad)
  expect(() => unseal(newDataKey(), sealed, aad)).toThrow(failsToUnseal)
  expect(() => unseal(key, sealed, encodeAad('other'))).toThrow(failsToUnseal)
  const accepted = Array.from({ length: 256 }, (_, format) => format).filter((format) => {
    try {
      return unseal(key, Buffer.concat([Uint8Array.of(format), sealed.subarray(1)]), aad)
    } catch {
      return false
    }
  })
  expect(accepted).toEqual([1])
})

test('never reuses a nonce', () => {
  const key = newDataKey()
  const nonces = Array.from({ length: 500 }, () => seal(key, Buffer.alloc(1), encodeAad()).toString('hex', 1, 13))
  expect(new Set(nonces).size).toBe(nonces.length)
})

describe('the context encoding is unambiguous', () => {
  test.each([
    [
      ['ab', 'c'],
      ['a', 'bc'],
    ],
    [
      ['a', ''],
      ['', 'a'],
    ],
    [['a'], ['a', '']],
    [[''], []],
    [[1], ['1']],
    [[1, 2], [12]],
    [['a|b'], ['a', 'b']],
    [['a\0b'], ['a', 'b']],
    [['é'], ['e\u0301']],
  ] as [(string | number)[], (string | number)[]][])('%j differs from %j', (one, other) => {
    expect(encodeAad(...one).equals(encodeAad(...other))).toBe(false)
    const key = newDataKey()
    expect(() => unseal(key, seal(key, Buffer.from('text'), encodeAad(...one)), encodeAad(...other))).toThrow(
      failsToUnseal,
    )
  })

  test('a part that contains another list’s encoding differs from that list', () => {
    const inner = encodeAad('a', 'b').toString('latin1')
    expect(encodeAad(inner).equals(encodeAad('a', 'b'))).toBe(false)
    expect(encodeAad(inner.slice(5)).equals(encodeAad('a', 'b'))).toBe(false)
  })

  test.each([['\ud800'], ['a\udc00b'], [Number.NaN], [1.5], [2 ** 53], [undefined], [null], [{}]])(
    'rejects the ambiguous part %j',
    (part) => {
      expect(() => encodeAad(part as string)).toThrow(expect.objectContaining({ code: 'aad_invalid' }))
    },
  )
})

test.each([0, 16, 24, 31, 33, 64])('rejects a key of %i bytes', (size) => {
  const keyInvalid = expect.objectContaining({ code: 'key_invalid' })
  const sealed = seal(newDataKey(), Buffer.from('text'), encodeAad())
  expect(() => seal(randomBytes(size), Buffer.from('text'), encodeAad())).toThrow(keyInvalid)
  expect(() => unseal(randomBytes(size), sealed, encodeAad())).toThrow(keyInvalid)
})
