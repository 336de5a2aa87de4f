import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { contract, type Route } from '@openauth/client'

/** Calls of earlier servers that take numbers or booleans (wire: they took them as text too). */
const earlier: Record<string, Route> = {
  'apps.update': contract.apps.update,
  'appUsers.list': contract.appUsers.list,
  'appSolana.signTransaction': contract.appSolana.signTransaction,
  'solana.signTransaction': contract.solana.signTransaction,
  'content.dapps': contract.content.dapps,
  'content.gameCenters': contract.content.gameCenters,
}

interface Property {
  type?: string
  minimum?: number
}
const propertiesOf = ({ input }: Route) =>
  Object.entries(
    (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Record<string, Property>,
  )
/** Newer than those servers: a time, which the schema makes a Date of. */
const isNewer = (key: string) => key === 'expectedUpdatedAt'
const fieldsOf = (type: string) =>
  Object.entries(earlier).flatMap(([name, route]) =>
    propertiesOf(route)
      .filter(([key]) => !isNewer(key))
      .filter(([, property]) => property.type === type)
      .map(([key, { minimum }]) => ({ name, key, minimum: minimum ?? 0, field: route.input.shape[key] as z.ZodType })),
  )

describe('P4: routes of earlier servers accept a number as text', () => {
  const integers = fieldsOf('integer')

  test('the document says that each is a number', () => {
    const found = integers.map(({ name, key }) => `${name} ${key}`)
    expect(found).toEqual(expect.arrayContaining(['apps.update jwtTTL', 'appUsers.list limit', 'appUsers.list page']))
    expect(found).toHaveLength(10)
  })

  test.each(integers)('$name $key: decimal digits only', ({ field, minimum }) => {
    const value = Math.max(minimum, 1)
    expect(field.parse(`${value}`)).toBe(value)
    expect(field.parse(value)).toBe(value)
    const usual = field.safeParse('text').error?.issues[0]?.message
    expect(usual).toBe('Invalid input: expected number, received string')
    for (const text of ['3600abc', '', ' ', '0x10', '1e3', '1.0', '+1', '-1', ' 5', '5 ', '٣', '9'.repeat(16)])
      expect([text, field.safeParse(text).error?.issues[0]?.message]).toEqual([text, usual])
    for (const other of [null, true, [], {}, ['5']])
      expect([other, field.safeParse(other).success]).toEqual([other, false])
  })
})

describe('P4: routes of earlier servers accept a boolean as text', () => {
  const booleans = fieldsOf('boolean')

  test('the document says that each is a boolean', () => {
    const found = booleans.map(({ name, key }) => `${name} ${key}`)
    const some = ['apps.update googleEnabled', 'apps.update legacyBind', 'appSolana.signTransaction isSend']
    expect(found).toEqual(expect.arrayContaining(some))
  })

  test.each(booleans)('$name $key: true and false only', ({ field }) => {
    for (const value of [true, false]) expect([field.parse(`${value}`), field.parse(value)]).toEqual([value, value])
    for (const text of ['yes', 'no', 'TRUE', 'on', '1', '0', ' true'])
      expect([text, field.safeParse(text).error?.issues[0]?.message]).toEqual([
        text,
        'Invalid input: expected boolean, received string',
      ])
    for (const other of [0, 1, [], {}]) expect([other, field.safeParse(other).success]).toEqual([other, false])
  })
})

test('P4: a text field stays text', () => {
  const { amount } = contract.solana.sendToken.input.shape
  expect([amount.parse('007'), amount.parse(7)]).toEqual(['007', '7'])
  expect(contract.apps.create.input.parse({ name: '3600' }).name).toBe('3600')
  expect(contract.apps.create.input.parse({ name: 'true' }).name).toBe('true')
})
