import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainMessage } from './input-messages.ts'

const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainMessage }).error?.issues[0]?.message

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
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
])('an input is refused in plain words: %#', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message)
})

test('the message of a schema stays', () => {
  expect(messageOf(z.string('wants text'), undefined)).toBe('wants text')
})
