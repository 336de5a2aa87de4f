import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import type { Counted } from '../../lib/attempt-counters.ts'
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
 * Limits password guesses of logins: counts the attempt before the check, so that parallel guesses cannot bypass the limit.
 * A known device or address has its own budget, and all others share one, so that their guesses do not lock the owner out.
 * The returned function refunds the attempt and stores the client after a correct password. Throws LimitExceededError.
 */
export const guardLogin = async (
  { db, attempts }: Pick<Platform, 'db' | 'attempts'>,
  account: string,
  context: Context,
): Promise<() => Promise<void>> => {
  const known = await findKnownClient(db, account, context)
  const counted = countersOf(account, addressKey(context.ip), known)
  await attempts.consume(...counted)
  return async () => {
    await attempts.refund(...counted)
    await rememberClient(db, account, context, known)
  }
}
