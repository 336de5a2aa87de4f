import Fastify from 'fastify'
import { createJobs } from '../src/jobs.ts'

/** A server that enqueues a job and never ends it, for a test that kills it. The database and the lock's milliseconds are arguments. */
const [databaseUrl = '', lockedFor] = process.argv.slice(2)
const jobs = createJobs<{ greet: { name: string } }>({
  databaseUrl,
  lockedFor: Number(lockedFor),
  log: Fastify().log,
  handlers: {
    greet: async ({ name }) => {
      process.stdout.write(`taken ${name}\n`)
      await new Promise(() => {})
    },
  },
})
await jobs.enqueue('greet', 'one', { name: 'A' })
