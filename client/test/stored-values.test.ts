import { identityFields, PublicConfig, UserProfile } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { isConfig, isProfile } from '../src/react/stored-values.ts'

// What a page believes of its storage must not be less than what the contract says.

const profile = {
  id: '0de00000-0000-4000-8000-000000000001',
  referCode: 'ABCD1234',
  createdAt: 1,
  lastSeenAt: 2,
  disabled: false,
  ...Object.fromEntries(Object.values(identityFields).map((field) => [field, null])),
  username: 'ada',
  avatar: null,
  displayName: null,
  referrer: null,
  deletionDueAt: null,
}
const config = {
  production: true,
  brand: 'Demo',
  message: 'Sign',
  googleClientId: null,
  discordApplicationId: null,
  methods: ['email'],
  connections: [{ key: 'acme', title: 'Acme' }],
  privateKeyExport: false,
  documents: [{ document: 'terms', url: 'https://example.com/terms', version: '1' }],
  termsRequired: false,
  legacyLanding: false,
}

describe.each([
  ['a profile', UserProfile, isProfile, profile],
  ['a configuration', PublicConfig, isConfig, config],
])('%s', (_, schema, isValid, good) => {
  test('as the server sends it is taken, with fields of a newer server too', () => {
    expect(schema.safeParse(good).success).toBe(true)
    expect(isValid(good)).toBe(true)
    expect(isValid({ ...good, newer: 1 })).toBe(true)
  })

  test('has the fields of the contract', () =>
    expect(Object.keys(schema.shape).sort()).toEqual(Object.keys(good).sort()))

  test.each([undefined, null, 5, 'x', [], {}, [good]])('%s is none', (value) => expect(isValid(value)).toBe(false))

  test.each(Object.keys(good))('without %s, or with another type there, it is none', (key) => {
    const { [key]: _, ...rest } = good as Record<string, unknown>
    expect(isValid(rest)).toBe(false)
    for (const other of [{ nested: true }, [{ nested: true }], Symbol(key)])
      expect(isValid({ ...good, [key]: other })).toBe(false)
  })
})

test('a configuration with an unknown method, or a connection without its title, is none', () => {
  expect(isConfig({ ...config, methods: ['telepathy'] })).toBe(false)
  expect(isConfig({ ...config, connections: [{ key: 'acme' }] })).toBe(false)
})
