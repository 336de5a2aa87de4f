import type { Tx } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { isFetchable } from '../../../../lib/safe-fetch.ts'
import { readRules } from '../../rules.ts'
import type { StoredTask } from '../stored-task.ts'

const refuse = (path: string, message: string): never => {
  throw new Problem('invalid_input', { message: `${path} ${message}`, issues: [{ path, message }] })
}

type Checked = Pick<StoredTask, 'appId' | 'url' | 'check' | 'startsAt' | 'endsAt' | 'minLeague'>

/** What fields of a task must be together, and with the rules of the game. Throws `invalid_input`. */
export const checkFields = async (tx: Tx, { appId, url, check, startsAt, endsAt, minLeague }: Checked) => {
  if (check.kind === 'visit' && url === null) refuse('url', 'is needed by a task of the kind visit')
  if (startsAt && endsAt && endsAt <= startsAt) refuse('endsAt', 'must be later than startsAt')
  const leagues = [
    ...(minLeague === null ? [] : [['minLeague', minLeague] as const]),
    ...(check.kind === 'league' ? [['check.league', check.league] as const] : []),
  ]
  if (leagues.length === 0) return
  const { rules } = await readRules(tx, appId)
  const known = rules.leagues.map(({ id }) => id)
  for (const [path, league] of leagues)
    if (!known.includes(league)) refuse(path, `must be a league of the rules: ${known.join(', ')}`)
}

/** Refuses the address of a partner that the server could never ask. Throws `invalid_input`. */
export const requireFetchable = (check: StoredTask['check'] | undefined, allow: readonly string[]): void => {
  if (check?.kind !== 'webhook' || isFetchable(check.url, allow)) return
  refuse(
    'check.url',
    'must be a public https address without a port. OPENAUTH_OUTBOUND_ALLOW allows others by their IP addresses',
  )
}

/** Refuses a new task that would be over at once. Throws `invalid_input`. */
export const requireFuture = (endsAt: Date | null, now: number): void => {
  if (endsAt && endsAt.getTime() <= now)
    refuse('endsAt', `must be in the future, in milliseconds since the epoch: it is ${endsAt.toISOString()}`)
}
