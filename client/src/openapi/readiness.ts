import { errors } from '../contract/errors.ts'
import type { Json } from './schemas.ts'

const stateOf = (description: string, ...states: string[]): Json => ({ type: 'string', enum: states, description })

/** The fields of an answer of /readyz. */
export const readyParts: Record<string, Json> = {
  status: stateOf(
    '`degraded`: it serves, and something is missing. `unavailable`: send requests elsewhere.',
    'ok',
    'degraded',
    'unavailable',
  ),
  database: stateOf('The database. Needed.', 'ok', 'unreachable'),
  migrations: stateOf("Whether the database has this release's migrations. Needed.", 'ok', 'pending', 'unknown'),
  signer: stateOf(
    'The process that holds keys, which is needed; `degraded` where it answers and its key service does not.',
    'ok',
    'degraded',
    'unreachable',
  ),
  redis: stateOf('Redis; `off` where the server uses none.', 'ok', 'unreachable', 'off'),
  jobs: stateOf('The queues of background jobs; `off` before the server works on them.', 'ok', 'opening', 'off'),
  server: stateOf('The process; `stopping` where it answers for a while yet, and then ends.', 'ok', 'stopping'),
}

export const readyExample = {
  status: 'ok',
  database: 'ok',
  migrations: 'ok',
  signer: 'ok',
  redis: 'off',
  jobs: 'ok',
  server: 'ok',
}

/** Those of a 503. */
export const unreadyParts: Record<string, Json> = {
  ...readyParts,
  code: { type: 'string', description: 'The code of a refusal: what is missing' },
  message: { type: 'string', description: 'The same for people' },
  requestId: { type: 'string', description: 'The id of the request, as in the log' },
}

export const unreadyExample = {
  ...readyExample,
  status: 'unavailable',
  database: 'unreachable',
  migrations: 'unknown',
  code: 'database_unavailable',
  message: errors.database_unavailable[1],
  requestId: 'a1b2c3d4e5f6-1',
}
