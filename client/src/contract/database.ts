import * as z from 'zod'
import * as endpoints from './endpoints/database.ts'
import { Instant } from './fields.ts'
import { route } from './route.ts'

export const DatabaseStatus = z
  .object({
    kind: z.enum(['embedded', 'external']),
    version: z.string().describe('of PostgreSQL'),
    installation: z.string().describe('the name of this installation, the same on all its servers and after a restore'),
    sizeBytes: z.int().describe('with indexes'),
    migrations: z.object({
      applied: z.int(),
      last: z.string().nullable(),
      pending: z.array(z.string()).describe('of this release, not applied: its next start applies them'),
      unknown: z.array(z.string()).describe('applied, and not of this release: a newer one uses this database'),
      unfinished: z.array(z.string()).describe('under way, or failed and in need of a decision'),
    }),
    connections: z.object({ used: z.int().describe('of all programs'), max: z.int() }),
    largestTables: z.array(
      z.object({
        name: z.string(),
        rows: z.int().describe('as PostgreSQL estimates them'),
        bytes: z.int().describe('with indexes'),
        vacuumedAt: Instant.nullable(),
      }),
    ),
    lastBackupAt: Instant.nullable().describe('by `openauth backup`, as far as the audit trail goes back'),
    lastRestoreAt: Instant.nullable(),
  })
  .meta({ id: 'DatabaseStatus' })
export type DatabaseStatus = z.output<typeof DatabaseStatus>

export const database = {
  status: route(endpoints.database.status, {
    summary: 'Show the database: its migrations, size, largest tables and last backup',
    description: 'Reads the catalogs of PostgreSQL and the audit trail. Numbers of rows are estimates.',
    input: z.object({}),
    output: DatabaseStatus,
  }),
}
