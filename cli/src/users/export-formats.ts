import { type Provider, providers } from '@openauth/client'
import { printableJson } from '../printable.ts'
import { displayColumn, guardCell, ownColumns } from './formats/openauth.ts'

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

/** The cells of a user by their columns. The display of an account is written where it is not its subject. */
const cellsOf = ({
  identities,
  createdAt,
  lastSeenAt,
  disabled,
  ...texts
}: ExportedUser): Record<string, string | null> => ({
  ...texts,
  createdAt: time(createdAt),
  lastSeenAt: time(lastSeenAt),
  disabled: String(disabled),
  ...Object.fromEntries(
    identities.flatMap(({ provider, subject, display }) => [
      [provider, subject],
      ...(display === subject ? [] : [[displayColumn(provider), display]]),
    ]),
  ),
})

const csvWriter = async (): Promise<ExportWriter> => {
  const { stringify } = await import('csv-stringify/sync')
  const options = { record_delimiter: 'windows' as const }
  const rowOf = (user: ExportedUser) => {
    const cells = cellsOf(user)
    return columns.map((column) => guardCell(cells[column] ?? ''))
  }
  return { begin: stringify([columns], options), page: (users) => stringify(users.map(rowOf), options), end: '' }
}

/** The writer of a format. CSV is as in RFC 4180, and its cells are guarded against being run as formulas. */
export const writerOf = async (format: ExportFormat): Promise<ExportWriter> =>
  format === 'csv' ? csvWriter() : { ndjson, json }[format]
