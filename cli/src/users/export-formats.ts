import type { Provider } from '@openauth/client'
import { providers } from '@openauth/client/light'
import { guardCell } from '../csv-guard.ts'
import { printableJson } from '../printable.ts'
import { displayColumn, ownColumns } from './formats/openauth.ts'

export const exportFormats = ['ndjson', 'csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A user as the server exports it. */
export interface ExportedUser {
  id: string
  identities: { provider: Provider; subject: string; display: string }[]
  externalId: string | null
  displayName: string | null
  avatar: string | null
  referCode: string
  createdAt: number
  lastSeenAt: number
  disabled: boolean
}

/** The text of an export: its beginning, its pages, its end. */
export interface ExportWriter {
  begin: string
  page: (users: ExportedUser[], isFirst: boolean) => string
  end: string
}

const jsonLine = (user: ExportedUser): string => printableJson(JSON.stringify(user))

const ndjson: ExportWriter = {
  begin: '',
  page: (users) => users.map((user) => `${jsonLine(user)}\n`).join(''),
  end: '',
}

const json: ExportWriter = {
  begin: '[',
  page: (users, isFirst) => `${isFirst ? '\n' : ',\n'}${users.map(jsonLine).join(',\n')}`,
  end: '\n]\n',
}

/** Hashes are imported and never exported. */
const columns = [
  ...ownColumns.filter((name) => name !== 'passwordHash'),
  ...providers.flatMap((provider) => [provider, displayColumn(provider)]),
]

const time = (milliseconds: number): string => new Date(milliseconds).toISOString()

const places = new Map<string, number>(columns.map((column, index) => [column, index]))

/** The cells of a user, in the order of the columns. The display of an account is written where it is not its subject. */
const cellsOf = ({ identities, createdAt, lastSeenAt, disabled, ...texts }: ExportedUser): string[] => {
  const cells = columns.map(() => '')
  const put = (column: string, text: string | null) => {
    const place = places.get(column)
    if (text !== null && place !== undefined) cells[place] = guardCell(text)
  }
  for (const [column, text] of Object.entries(texts)) put(column, text)
  put('createdAt', time(createdAt))
  put('lastSeenAt', time(lastSeenAt))
  put('disabled', String(disabled))
  for (const { provider, subject, display } of identities) {
    put(provider, subject)
    if (display !== subject) put(displayColumn(provider), display)
  }
  return cells
}

const csvWriter = async (): Promise<ExportWriter> => {
  const { stringify } = await import('csv-stringify/sync')
  const options = { record_delimiter: 'windows' as const }
  return { begin: stringify([columns], options), page: (users) => stringify(users.map(cellsOf), options), end: '' }
}

/** The writer of a format. CSV is as in RFC 4180, and its cells are guarded against being run as formulas. */
export const writerOf = async (format: ExportFormat): Promise<ExportWriter> =>
  format === 'csv' ? csvWriter() : { ndjson, json }[format]
