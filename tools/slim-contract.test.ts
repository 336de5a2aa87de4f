import { identityFields, PublicConfig, UserProfile } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { shapeOfSchema } from './slim-contract.ts'
import { fits } from './slim-shape.ts'

// What a page believes of its storage must not be less than what the contract says.

const profile = {
  ...{
    id: '0de00000-0000-4000-8000-000000000001',
    referCode: 'ABCD1234',
    createdAt: 1,
    lastSeenAt: 2,
    disabled: false,
  },
  ...Object.fromEntries(Object.values(identityFields).map((field) => [field, null])),
  ...{ username: 'ada', avatar: null },
  ...{ displayName: null, referrer: null },
}
const config = {
  ...{ production: true, brand: 'Demo', message: 'Sign', googleClientId: null, discordApplicationId: null },
  methods: ['email'],
  connections: [],
  privateKeyExport: false,
  legacyLanding: false,
}

describe.each([
  ['a profile', UserProfile, profile],
  ['a configuration', PublicConfig, config],
])('%s', (_, schema, good) => {
  const shape = shapeOfSchema(schema)

  test('as the server sends it is taken, with fields of a newer server too', () => {
    expect(schema.safeParse(good).success).toBe(true)
    expect(fits(shape, good)).toBe(true)
    expect(fits(shape, { ...good, newer: 1 })).toBe(true)
  })

  test.each([undefined, null, 5, 'x', [], {}, [good]])('%s is none', (value) => expect(fits(shape, value)).toBe(false))

  test.each(Object.keys(good))('without %s, or with another type there, it is none', (key) => {
    const { [key]: _, ...rest } = good as Record<string, unknown>
    expect(fits(shape, rest)).toBe(false)
    expect(fits(shape, { ...good, [key]: { nested: true } })).toBe(false)
  })
})
