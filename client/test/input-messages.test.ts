import { contract, listRoutes, plainMessage } from '@openauth/client'
import { expect, test } from 'vitest'
import * as z from 'zod'

const messagesOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value, { error: plainMessage }).error?.issues.map(({ message }) => message) ?? []

test.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'is required'],
  [z.guid(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required'],
  [z.string(), 7, 'must be a string'],
  [z.number(), 'ten', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.array(z.string()), 'ten', 'must be a list'],
  [z.object({}), 'ten', 'must be an object'],
  [z.guid(), 'ten', 'must be an id (a UUID)'],
  [z.base64(), '%', 'must be base64 text'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal('a'), 'c', 'must be a'],
  [z.string().min(8), 'short', 'must have at least 8 characters'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().max(1), 'ab', 'must have at most 1 character'],
  [z.string().length(4), 'ab', 'must have exactly 4 characters'],
  [z.array(z.string()).min(2), [], 'must have at least 2 items'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.int().min(30), 1, 'must be at least 30'],
  [z.int().max(100), 101, 'must be at most 100'],
  [z.number().positive(), 0, 'must be more than 0'],
  [z.number().lt(1), 1, 'must be less than 1'],
  [z.strictObject({}), { colour: 'red' }, 'does not take colour'],
  [z.union([z.string().max(64), z.int()]), true, 'must be a string or a number'],
  [z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]), {}, 'has none of the forms that are accepted'],
  [z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })]), { kind: 'b' }, 'must be one of a'],
])('an input is refused in plain words: %#', (schema, value, message) => {
  expect(messagesOf(schema, value)).toEqual([message])
})

test('the message of a schema stays', () => {
  expect(messagesOf(z.string('wants text'), undefined)).toEqual(['wants text'])
})

test("no field of a call is refused in Zod's words", () => {
  const wrong = [null, true, -1, 1.5, 1e12, '', '%', 'x'.repeat(20_000), [], [{}], Array(1001).fill('%'), {}, { x: {} }]
  const found = listRoutes(contract).flatMap(({ group, verb, route }) =>
    Object.entries(route.input.shape).flatMap(([key, schema]) =>
      [...wrong, ...wrong.map((value) => ({ provider: value, perDay: value, method: value }))]
        .flatMap((value) => [...messagesOf(schema as z.ZodType, value), ...messagesOf(schema as z.ZodType, [value])])
        .filter((message) => /^(Invalid|Too |Unrecognized|expected)/.test(message))
        .map((message) => `${group}.${verb} ${key}: ${message}`),
    ),
  )
  expect([...new Set(found)]).toEqual([])
})
