import type { Noun } from '../noun.ts'
import type { Task } from '../task.ts'

export const db: Noun = {
  name: 'db',
  group: 'database',
  summary: 'The database: migrations, size, last backup',
  verbs: {
    status: { isDefault: true, table: 'largestTables', columns: ['name', 'rows', 'bytes', 'vacuumedAt'] },
  },
  examples: ['openauth db status', 'openauth db migrate'],
}

export const migrate: Task = {
  name: 'migrate',
  summary: 'Say which migrations are due, and how to apply them before a rolling start',
  load: async () => (await import('../tasks/migrate.ts')).migrate,
}
