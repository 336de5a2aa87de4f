import * as z from 'zod'
import * as endpoints from './endpoints/jobs.ts'
import { Empty, Instant } from './fields.ts'
import { route } from './route.ts'

const kind = z.string().max(64).describe('the kind of job')

export const JobsReport = z
  .object({
    kinds: z.array(
      z.object({
        kind,
        waiting: z.int(),
        active: z.int(),
        delayed: z.int().describe('waiting for another attempt'),
        failed: z.int(),
        nextRunAt: Instant.nullable().describe('of the first delayed job'),
      }),
    ),
    failed: z
      .array(
        z.object({
          id: z.string(),
          kind,
          error: z.string().nullable(),
          attempts: z.int(),
          createdAt: Instant,
          failedAt: Instant,
        }),
      )
      .describe('the last 100 jobs that failed every attempt; each is kept for a day'),
  })
  .meta({ id: 'JobsReport' })
export type JobsReport = z.output<typeof JobsReport>

/** Work that outlives its request: copies of pictures, notices of account changes. */
export const jobs = {
  list: route(endpoints.jobs.list, {
    summary: 'Count the background jobs of each kind and list those that failed',
    description: 'The jobs of all servers. What a job is about is not told, since it may be an address.',
    input: z.object({}),
    output: JobsReport,
  }),
  retry: route(endpoints.jobs.retry, {
    summary: 'Try a failed job again',
    description: 'The job gets all of its attempts again.',
    input: z.object({ kind, id: z.string().max(64) }),
    output: Empty,
    errors: ['job_not_found'],
  }),
}
