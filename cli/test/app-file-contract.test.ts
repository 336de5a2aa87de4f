import { contract, credentialNames, listRoutes } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { AppFileSchema, appFileJsonSchema } from '../src/app-file/file-schema.ts'
import { leftOut, ofTheServer } from '../src/app-file/left-out.ts'
import { identifying, isListPart, parts, placing, routeOfCall } from '../src/app-file/parts.ts'
import { secretFields, secretPlaces } from '../src/app-file/secret-uses.ts'
import { isInstant } from '../src/instant.ts'
import type { Schema } from '../src/json-schema.ts'

const callsOf = parts.flatMap((part) =>
  (isListPart(part) ? [part.create, part.update, part.remove, part.reorder] : [part.update]).filter(
    (call) => call !== undefined,
  ),
)
const inFile = new Set(callsOf.map((call) => call.join('.')))

/** Every call by which an operator changes something. */
const changes = listRoutes(contract)
  .filter(({ group, route }) => route.auth === 'admin' && route.method !== 'GET' && !ofTheServer.includes(group))
  .map(({ group, verb }) => ({ group, name: `${group}.${verb}` }))

describe('every call that changes something of an app', () => {
  test.each(changes)('$name is in the file, or left out for a reason', ({ group, name }) => {
    const reason = leftOut[name] ?? leftOut[`${group}.*`]
    expect(inFile.has(name) || (reason !== undefined && reason.length > 10)).toBe(true)
    expect(inFile.has(name) && reason !== undefined).toBe(false)
  })

  test('what is left out exists', () => {
    const names = changes.flatMap(({ group, name }) => [name, `${group}.*`])
    expect(Object.keys(leftOut).filter((name) => !names.includes(name))).toEqual([])
    const groups = Object.keys(contract)
    expect(ofTheServer.filter((group) => !groups.includes(group))).toEqual([])
  })
})

/** The schema at a path of the file. */
const schemaAt = (path: readonly string[]): Schema | undefined => {
  let at: Schema | undefined = appFileJsonSchema()
  for (const name of path) at = at?.properties?.[name]
  return at
}

describe('every field of those calls has a place in the file', () => {
  test.each(parts)('$name', (part) => {
    const known: readonly string[] = [...identifying, ...placing]
    const calls = isListPart(part) ? [part.create, ...(part.update ? [part.update] : [])] : [part.update]
    const fields = [...new Set(calls.flatMap((call) => Object.keys(routeOfCall(call).input.shape)))].filter(
      (field) => !known.includes(field),
    )
    const shown = isListPart(part)
      ? Object.keys(schemaAt([part.name])?.items?.properties ?? {})
      : part.places.filter(({ path }) => schemaAt(path) !== undefined).map(({ key }) => key)
    expect(shown.toSorted()).toEqual(fields.toSorted())
  })
})

test('secrets of the contract are references in the file', () => {
  const names = parts.flatMap((part) =>
    isListPart(part)
      ? secretFields(part).map((field) => `${part.name}.${field}`)
      : part.places.filter(({ isSecret }) => isSecret).map(({ key }) => key),
  )
  expect(names.toSorted()).toEqual([...credentialNames, 'oidcConnections.clientSecret'].toSorted())
  for (const path of secretPlaces) expect(JSON.stringify(schemaAt(path))).toContain('"env"')
})

test('times are in lists alone, whose calls get them as milliseconds', () => {
  const found = parts.flatMap((part) => (isListPart(part) ? [] : part.places.filter(({ schema }) => isInstant(schema))))
  expect(found).toEqual([])
})

test('the schema for editors knows every part, and refuses other fields', () => {
  const { properties, additionalProperties, required } = appFileJsonSchema() as Schema
  expect(additionalProperties).toBe(false)
  expect(required).toEqual(['openauth'])
  expect(Object.keys(properties!)).toEqual([
    'openauth',
    'name',
    'settings',
    'loginMethods',
    'brand',
    'oidcConnections',
    'walletPolicy',
    'knownTokens',
    'gameRules',
    'gameTasks',
    'dapps',
    'gameCenters',
  ])
  expect(AppFileSchema.safeParse({ openauth: 1 }).success).toBe(true)
})
