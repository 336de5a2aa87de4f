import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { auditFields } from '../../client/src/index.ts'
import { homeOfApp } from '../src/renderer/navigation/addresses.ts'
import { timeIn } from '../src/renderer/components/filter-menu.tsx'
import { localMinutes } from '../src/renderer/lib/local-time.ts'
import { detailsOf, detailText, filtersIn } from '../src/renderer/features/audit/events.ts'
import { fieldLabel, fieldNames } from '../src/renderer/features/audit/field-labels.ts'
import { addressOf, hasSentence, objectKind } from '../src/renderer/features/audit/sentences.ts'

const source = fileURLToPath(new URL('../../api/src', import.meta.url))

/** The sources that record audit events, without tests. */
const recording = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(path) && !path.includes('generated'))
  .map((path) => readFileSync(join(source, path), 'utf8'))
  .filter((code) => /\brecord\(|auditEvent\.create/.test(code))

/** The values of a table of actions in the same file, such as `auditActions[kind]`. */
const tableActions = (code: string, table: string): string[] => {
  const [, body = ''] = new RegExp(`const ${table}[^=]*= \\{([^}]*)\\}`).exec(code) ?? []
  return [...body.matchAll(/'([^']+)'/g)].map(([, action]) => action!)
}

/** Every action that the API records: a text, one of a table, or one of two by a condition. */
const recordedActions = recording.flatMap((code) =>
  [...code.matchAll(/\baction: (?:[^,\n]+ \? )?('[^']+'(?: : '[^']+')?|\w+\[\w+\])/g)].flatMap(([, value]) => {
    const table = /^(\w+)\[/.exec(value!)?.[1]
    return table ? tableActions(code, table) : value!.replaceAll("'", '').split(' : ')
  }),
)

test('every action that the API records has a sentence', () => {
  expect(recordedActions).toContain('user.bind')
  expect(recordedActions).toEqual(expect.arrayContaining(['admin.login', 'admin.login-by-recovery-code']))
  expect(recordedActions.filter((action) => !hasSentence(action))).toEqual([])
})

test('every field that the API records has a label', () => {
  const label = (name: string) => fieldLabel(name, (id) => id)
  expect(auditFields.filter((name) => label(name) === name)).toEqual([])
  expect([label('jwtTTL'), label('googleClientId')]).toEqual(['appSettings.jwtTTL', 'Google: login-methods.clientId'])
  expect(fieldLabel('claims', (id) => id, 'oidc-connection.update')).toBe('oidcConnections.claims')
  expect(label('claims')).toBe('audit.field_claims')
  expect(label('ofANewerServer')).toBe('ofANewerServer')
  expect(fieldNames(['name', 'solEnabled'], (id) => id)).toBe('appSettings.name, audit.field_methodSwitch')
})

test('objects lead to their screens', () => {
  const of = (action: string, targetId: string, appId: string | null) => {
    const kind = objectKind({ action, targetId, appId })
    return addressOf(kind, targetId, appId)
  }
  expect(of('user.disable', 'u', 'a')).toBe('/apps/a/users/u')
  expect(of('app.update', 'a', 'a')).toBe(homeOfApp('a'))
  expect(of('oidc-connection.update', 'c', 'a')).toBe('/apps/a/single-sign-on/c')
  expect(of('oidc-resource.update', 'r', 'a')).toBe('/apps/a/oidc-resources/r')
  expect(of('app.secret-revoke', 's', 'a')).toBeUndefined()
  expect(of('wallet-policy.update', 'a', 'a')).toBe(homeOfApp('a'))
  expect(of('wallet-policy.update', 'u', 'a')).toBe('/apps/a/users/u')
  expect(of('admin.create', '2', null)).toBe('/admins')
  expect(of('key.rotate', 'local:2', null)).toBeUndefined()
})

test('invalid filters of an address count as absent', () => {
  const params = new URLSearchParams('actor=nobody&appId=x&from=soon&to=17&q=ada&order=up&ip=')
  expect(filtersIn(params)).toEqual({ to: 17, q: 'ada' })
})

test('details are told as text, changes with both values', () => {
  expect(detailText(['name', 'email'])).toBe('name, email')
  expect(detailText(null)).toBe('–')
  expect(detailText({ a: 1 })).toBe('{"a":1}')
  const change = { before: 1, after: 2 }
  expect(detailsOf({ changed: ['a'], before: { a: 1 }, after: { a: 2 } })).toEqual([{ name: 'a', change }])
  expect(detailsOf({ a: 2, before: { a: 1 } })).toEqual([{ name: 'a', change }])
  expect(detailsOf({ before: 'noon', a: 2 })).toEqual([
    { name: 'before', value: 'noon' },
    { name: 'a', value: 2 },
  ])
})

test('a time filter is minutes for the field and milliseconds in the address; nothing else counts', () => {
  expect(localMinutes(new Date(2026, 4, 6, 7, 8).getTime())).toBe('2026-05-06T07:08')
  expect([Number('soon'), Number('1e999'), 1.5].map(localMinutes)).toEqual(['', '', ''])
  expect(timeIn(new URLSearchParams('from=17&to=x'), 'from')).toBe(17)
  expect(timeIn(new URLSearchParams('from=17&to=x'), 'to')).toBeUndefined()
})
