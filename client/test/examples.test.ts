import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { contract, type Example, listRoutes } from '../src/index.ts'

const examplesOf = (group: string): Record<string, Example> =>
  JSON.parse(readFileSync(new URL(`../examples/${group}.json`, import.meta.url), 'utf8'))

test.each(listRoutes(contract))(
  'P5: $group $verb has a recorded call that fits its schemas; `npm run examples` records them',
  ({ group, verb, route }) => {
    const example = examplesOf(group)[verb]
    expect(example).toBeDefined()
    const envelope = z.strictObject({ data: route.output, ...(route.meta ? { meta: route.meta } : {}) })
    expect(route.input.safeParse(example!.input).error).toBeUndefined()
    expect(envelope.safeParse(example!.answer).error).toBeUndefined()
    for (const name of Object.keys(example!.input)) expect(route.input.shape).toHaveProperty(name)
  },
)
