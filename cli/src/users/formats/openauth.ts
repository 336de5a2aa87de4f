import type { Provider, RowIssue } from '@openauth/client'
import { providers } from '@openauth/client/light'
import { unguardCell } from '../../csv-guard.ts'
import { type Fields, type Format, instantOf, isTrue, NO_TIME, textOf } from './format.ts'

/** The columns of this platform's CSV beside those of providers, which have the subject, and `{provider}:display`. */
export const ownColumns = [
  'id',
  'externalId',
  'displayName',
  'avatar',
  'referCode',
  'createdAt',
  'lastSeenAt',
  'disabled',
  'passwordHash',
] as const

/** The column of how people know an account, where that is not its subject. */
export const displayColumn = (provider: Provider): string => `${provider}:display`

/** NDJSON or JSON in the form of `users export` and of the call `users.bulkImport`. */
export const openauth: Format = {
  name: 'openauth',
  fits: (record) => Array.isArray(record['identities']) || 'externalId' in record || 'referCode' in record,
  map: (record) => ({ row: record }),
}

const known = new Set<string>([...ownColumns, ...providers, ...providers.map(displayColumn)])

/** This platform's own CSV, as `users export --format csv` writes it. Empty cells are absent fields. */
export const csv: Format = {
  name: 'csv',
  fits: (record) => {
    const names = Object.keys(record)
    return names.every((name) => known.has(name)) && names.some((name) => name !== 'displayName')
  },
  map: (record) => {
    const cell = (name: string) => {
      const text = typeof record[name] === 'string' ? unguardCell(record[name]) : undefined
      return text === undefined || text === '' ? undefined : text
    }
    const issues: RowIssue[] = []
    const time = (name: string) => {
      const text = cell(name)
      const instant = instantOf(text)
      if (text !== undefined && instant === undefined) issues.push({ path: name, message: NO_TIME })
      return instant
    }
    const identities = providers.flatMap((provider) => {
      const subject = cell(provider)
      return subject === undefined ? [] : [{ provider, subject, display: cell(displayColumn(provider)) }]
    })
    const plain = ['id', 'externalId', 'displayName', 'avatar', 'referCode', 'passwordHash']
    const row: Fields = {
      ...Object.fromEntries(plain.map((name) => [name, cell(name)])),
      identities,
      createdAt: time('createdAt'),
      lastSeenAt: time('lastSeenAt'),
      disabled: textOf(cell('disabled')) === undefined ? undefined : isTrue(cell('disabled')),
    }
    return { row, issues }
  },
}
