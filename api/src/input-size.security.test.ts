import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { sizeCheckOf } from './input-size.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => index)
const fields = (count: number) => Object.fromEntries(many(count).map((index) => [`f${index}`, index]))
const issueOf = (schema: z.ZodType, value: unknown) => sizeCheckOf(schema)?.(value)
const record = (most: number) => z.record(z.string(), z.unknown()).meta({ maxProperties: most })

describe('lists', () => {
  const schema = z.object({ ids: z.array(z.number()).max(3), name: z.string() })
  test('up to the limit are none of its business, and longer ones are refused with their path', () => {
    expect(issueOf(schema, { ids: many(3) })).toBeUndefined()
    expect(issueOf(schema, { ids: many(4) })).toEqual({ path: 'ids', message: 'must have at most 3 entries' })
  })
  test('in lists are counted each, and the first is named', () => {
    const nested = z.object({ rows: z.array(z.object({ tags: z.array(z.string()).max(1) })) })
    expect(issueOf(nested, { rows: [{ tags: many(1) }, {}] })).toBeUndefined()
    const rows = [{ tags: many(1) }, { tags: many(2) }, { tags: many(9) }]
    expect(issueOf(nested, { rows })).toEqual({ path: 'rows.1.tags', message: 'must have at most 1 entries' })
    expect(sizeCheckOf(z.array(z.string()).max(1))!(many(2))).toEqual({
      path: '',
      message: 'must have at most 1 entries',
    })
  })
})

describe('records', () => {
  test('are counted, and their path told', () => {
    const schema = z.object({ values: record(2) })
    expect(issueOf(schema, { values: fields(2) })).toBeUndefined()
    expect(issueOf(schema, { values: fields(3) })).toEqual({ path: 'values', message: 'must have at most 2 fields' })
  })
})

test('values of other types are left to the validation', () => {
  const schema = z.object({
    ids: z.array(z.number()).max(1),
    values: record(1),
    inner: z.object({ ids: z.array(z.number()).max(1) }),
  })
  for (const value of [
    undefined,
    null,
    7,
    'text',
    [],
    many(9),
    { ids: 'x'.repeat(9), values: null, inner: null },
    { values: many(9), inner: many(9) },
  ])
    expect(issueOf(schema, value)).toBeUndefined()
})

test('of alternatives the limits of all apply', () => {
  const schema = z.object({
    list: z.union([z.string(), z.array(z.number()).max(2)]),
    either: z.union([z.object({ a: z.array(z.string()).max(1) }), z.null()]),
  })
  expect(issueOf(schema, { list: 'text', either: null })).toBeUndefined()
  expect(issueOf(schema, { list: many(3), either: null })).toMatchObject({ path: 'list' })
  expect(issueOf(schema, { list: 'text', either: { a: many(2) } })).toMatchObject({ path: 'either.a' })
})

test('schemas that are referred to are followed', () => {
  const Shared = z.object({ ids: z.array(z.number()).max(1) }).meta({ id: 'SharedOfSizes' })
  const schema = z.object({ one: Shared, other: Shared })
  expect(issueOf(schema, { one: { ids: many(1) }, other: { ids: many(1) } })).toBeUndefined()
  expect(issueOf(schema, { one: { ids: [] }, other: { ids: many(2) } })).toMatchObject({ path: 'other.ids' })
})

test('an input without lists and records has no check', () => {
  expect(sizeCheckOf(z.object({ name: z.string(), inner: z.object({ count: z.number() }) }))).toBeUndefined()
})
