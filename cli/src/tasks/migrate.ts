import type { DatabaseStatus } from '@openauth/client'
import type { z } from 'zod'
import { exitCodes, Failure } from '../failure.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'

/** Says what the migrations of the server's release and of its database are to one another. */
export const migrate: RunTask = async ({ call, out }) => {
  const { migrations } = (await call('database', 'status')) as z.input<typeof DatabaseStatus>
  const { applied, last, pending, unknown, unfinished } = migrations
  out.data(
    { applied, last, pending: pending.join(', '), unknown: unknown.join(', '), unfinished: unfinished.join(', ') },
    plainView,
  )
  if (unfinished.length > 0)
    throw new Failure(
      exitCodes.failed,
      `The migration ${unfinished[0]} has not ended. The server's output at its start says what to do`,
    )
  if (unknown.length > 0) out.note('A newer release has migrated the database: update this server to it.')
  else if (pending.length === 0) out.note('Nothing is due: a server applies its migrations when it starts.')
  out.note(
    'Before a rolling start of a new release, on a machine with its checkout and settings: npm run migrate -- --dry-run',
  )
}
