import type { Context } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import type { Counted } from '../../lib/limits.ts'
import { addressKey } from './attempts.ts'
import { findKnownClient, type KnownAs, rememberClient } from './known-clients.ts'

const countersOf = (account: string, address: string, known: KnownAs): Counted[] => {
  if (known?.by === 'device') return [['passwordByDevice', `${account} ${known.device}`]]
  const byAddress: Counted[] = [
    ['passwordByAccountAndIp', `${account} ${address}`],
    ['passwordByIp', address],
  ]
  return known ? byAddress : [...byAddress, ['passwordByAccount', account]]
}

/**
 * Guards the password of a login against guessing: the attempt is counted before the password is looked at, so that
 * parallel guesses cannot outrun the count. A device or address from which the account logged in before has a budget of its
 * own, and all others share one: strangers who use theirs up do not lock the owner out. The answer is for when the password
 * proved right: it refunds the attempt and remembers the client. Throws LimitExceededError.
 */
export const guardLogin = async (
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  account: string,
  context: Context,
): Promise<() => Promise<void>> => {
  const known = await findKnownClient(db, account, context)
  const counted = countersOf(account, addressKey(context.ip), known)
  await limits.consume(...counted)
  return async () => {
    await limits.refund(...counted)
    await rememberClient(db, account, context, known)
  }
}
