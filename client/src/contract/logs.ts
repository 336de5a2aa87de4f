import * as z from 'zod'
import * as endpoints from './endpoints/logs.ts'
import { KEPT_LOG_LINES, logLevels } from './facts/logs.ts'
import { decimal, Instant } from './fields.ts'
import { route } from './route.ts'

export const LogLine = z
  .object({
    at: Instant,
    level: z.enum(logLevels),
    message: z.string(),
    fields: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('such as the method, path and status of a request; never bodies, headers, queries or secrets'),
  })
  .meta({ id: 'LogLine' })
export type LogLine = z.output<typeof LogLine>

export const logs = {
  list: route(endpoints.logs.list, {
    summary: "Show the newest lines of the answering server's log",
    description:
      `Only where OPENAUTH_LOG_TAIL is on. The server keeps its last ${KEPT_LOG_LINES} lines in memory, at the level of LOG_LEVEL. ` +
      'Of several servers each has its own: `after` may hold the cursors of several, separated by commas.',
    input: z.object({
      after: z
        .string()
        .max(2000)
        .regex(/^([0-9a-f]{8}:\d{1,15}(,|$))*$/, 'must be cursors of earlier answers')
        .describe('`next` of earlier answers: only later lines')
        .optional(),
      level: z.enum(logLevels).default('trace').describe('and more severe ones'),
      limit: decimal(z.int().min(1).max(KEPT_LOG_LINES)).default(100),
    }),
    output: z.object({
      lines: z.array(LogLine).describe('the oldest first'),
      server: z.string().describe('which server answered'),
      next: z.string().describe('the cursor behind the last line of this server'),
      missed: z.int().describe('lines after the cursor that the server no longer has'),
    }),
    errors: ['log_tail_off'],
  }),
}
