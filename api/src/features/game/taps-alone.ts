import { MAX_SEQ_AHEAD } from '@openauth/client'
import type { Database } from '../../db.ts'
import { THOUSANDTHS } from './account.ts'
import type { OpenAccount } from './open-account.ts'

/**
 * Adds a batch of taps to an open account: what the statement in taps.ts does for many players, for a database that distributes them.
 * Every statement then names one player, which is what Citus sends to one machine as it is; locking rows of several machines in one statement
 * is refused (https://github.com/citusdata/citus/issues/4647). A test compares the two.
 */
export const addTapsTo = (
  { account, now, postTaps }: OpenAccount,
  { count, seq }: { count: number; seq: number },
): { accepted: number; isTooFar: boolean } => {
  const isTooFar = seq > account.seq + MAX_SEQ_AHEAD
  if (isTooFar || seq <= account.seq) return { accepted: 0, isTooFar }
  const isTurbo = account.turboUntil > now
  const byEnergy = isTurbo ? count : Math.floor(account.energy / (THOUSANDTHS * account.ringsPerTap))
  const accepted = Math.min(count, Math.floor(account.tapCredit / THOUSANDTHS), byEnergy)
  account.seq = seq
  account.tapCredit -= accepted * THOUSANDTHS
  if (!isTurbo) account.energy -= accepted * account.ringsPerTap * THOUSANDTHS
  if (accepted > 0) postTaps(accepted, accepted * account.ringsPerTap * (isTurbo ? account.turboFactor : 1))
  return { accepted, isTooFar }
}

/** Whether a Citus cluster distributes the players' accounts. https://docs.citusdata.com/en/stable/develop/api_metadata.html */
export const isDistributed = async ({ pool }: Pick<Database, 'pool'>): Promise<boolean> => {
  const { rows } = await pool.query<{ known: boolean }>("SELECT to_regclass('pg_dist_partition') IS NOT NULL AS known")
  if (!rows[0]?.known) return false
  const { rowCount } = await pool.query(`SELECT 1 FROM pg_dist_partition WHERE logicalrelid = '"Player"'::regclass`)
  return rowCount === 1
}
