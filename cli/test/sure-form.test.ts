import { contract, listRoutes, plainMessage } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { derivedOutline } from '../src/derive-outline.ts'
import { isId, isSurely, type SureForm } from '../src/sure-form.ts'
import { hasSureInput, sureFormOf } from '../src/sure-form-of.ts'
import { createOperator, data, fakeServer } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'

/** Values at the edges of a form, and those of other kinds. */
const candidates = (form: SureForm): unknown[] => {
  const texts = [
    '',
    ' ',
    'a',
    ' a',
    'a ',
    'A b',
    'ünï',
    '日本',
    'a\u200bb',
    'a\tb',
    'null',
    'true',
    '0',
    '-1',
    '1.5',
    id,
    id.toUpperCase(),
  ]
  const others = [
    0,
    -1,
    1,
    1.5,
    Number.NaN,
    1e15,
    true,
    false,
    null,
    [],
    [1],
    ['a'],
    [id],
    {},
    'a@example.com',
    'https://a.example',
  ]
  if (form.is === 'integer') return [...texts, ...others, form.min, form.max, form.min - 1, form.max + 1]
  if (form.is === 'choice') return [...texts, ...others, ...form.of, `${form.of[0]}x`]
  if (form.is === 'list')
    return [...texts, ...others, candidates(form.of), ...candidates(form.of).map((item) => [item])]
  if (form.is !== 'text') return [...texts, ...others]
  const lengths = [form.min - 1, form.min, form.max, form.max + 1].filter((length) => length >= 0 && length < 10_000)
  return [...texts, ...others, ...lengths.flatMap((length) => ['a', '1', 'Z', '-'].map((sign) => sign.repeat(length)))]
}

const fields = listRoutes(contract).flatMap(({ group, verb, route }) =>
  Object.entries(route.input.shape).map(([key, schema]) => ({
    name: `${group}.${verb} ${key}`,
    schema,
    form: sureFormOf(schema),
  })),
)

test('what surely has the form of a field, its schema accepts', () => {
  const refused = fields.flatMap(({ name, schema, form }) =>
    (form ? candidates(form) : [])
      .filter((value) => isSurely(form!, value) && !z.safeParse(schema as z.ZodType, value).success)
      .map((value) => `${name}: ${JSON.stringify(value)}`),
  )
  expect(refused).toEqual([])
  expect(fields.filter(({ form }) => form).length).toBeGreaterThan(fields.length / 2)
})

test.each([id, id.toUpperCase(), `${id}0`, 'My app', '', '00000000-0000-0000-0000-000000000000'])(
  '“%s” is an id here as it is in the contract',
  (text) => {
    expect(isId(text)).toBe(contract.apps.get.input.shape.id.safeParse(text).success)
  },
)

test('a rule over several fields leaves the schema to judge', () => {
  const joined = listRoutes(contract).filter(({ route }) => !hasSureInput(route))
  expect(joined.map(({ group, verb }) => `${group}.${verb}`)).toContain('keys.rotate')
  const specs = derivedOutline.flatMap(({ details }) => details.commands)
  for (const { group, verb } of joined)
    for (const spec of specs) if (spec.group === group && spec.verb === verb) expect(spec.hasSureInput).toBe(false)
})

describe('what has no sure form is judged before the call, with the words of the contract', () => {
  test.each([
    [['users', 'list', '--limit', '101'], '--limit must be at most 100'],
    [['users', 'get', 'ada'], '<id> must be an id (a UUID)'],
    [['apps', 'create', 'x'.repeat(65)], '--name must have at most 64 characters'],
    [['apps', 'create', 'a\u202eb'], '--name must not contain control or invisible characters'],
  ])('%j', async (argv, message) => {
    const server = fakeServer(() => data([]))
    const { openauth } = await createOperator({ fetch: server.fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { code, stderr } = await openauth(argv)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`Nothing was sent:\n  ${message}`) as string,
    })
    expect(server.requests).toEqual([])
  })

  test('their words are those of the schema', () => {
    const { error } = contract.apps.create.input.safeParse({ name: 'x'.repeat(65) }, { error: plainMessage })
    expect(error?.issues[0]?.message).toBe('must have at most 64 characters')
  })
})
