import type { Noun } from '../noun.ts'

export const db: Noun = {
  name: 'db',
  group: 'database',
  summary: 'The database: migrations, size, last backup',
  verbs: {
    status: { isDefault: true, table: 'largestTables', columns: ['name', 'rows', 'bytes', 'vacuumedAt'] },
  },
  examples: ['openauth db status', 'openauth db migrate'],
}

export const logs: Noun = {
  name: 'logs',
  group: 'logs',
  summary: "The last lines of the server's log",
  verbs: { list: { table: 'lines', columns: ['at', 'level', 'message', 'fields'] } },
  examples: ['openauth logs tail', 'openauth logs tail --follow --level warn'],
}
