import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import type { Counted } from '../../lib/attempt-counters.ts'
import { addressKey } from '../login/attempts.ts'
import { guessedAccount } from '../login/guessed-account.ts'
import { findKnownClient, type KnownAs } from '../login/known-clients.ts'

const counterOf = (adminId: number, { ip }: Context, known: KnownAs): Counted => {
  if (known?.by === 'device') return ['secondFactorByDevice', `${adminId} ${known.device}`]
  return known ? ['secondFactorByAdminAndIp', `${adminId} ${addressKey(ip)}`] : ['secondFactorByAdmin', String(adminId)]
}

/**
 * Counts a code of an admin's second factor before it is checked. A browser or an address of an earlier login has its own budget, and
 * all others share one, so that whoever knows the password locks nobody out by wrong codes. The returned function refunds a right one.
 * Throws LimitExceededError.
 */
export const guardCode = async (
  { db, attempts }: Pick<Platform, 'db' | 'attempts'>,
  adminId: number,
  context: Context,
): Promise<() => Promise<void>> => {
  const { usernameKey } = await db.prisma.admin.findUniqueOrThrow({ where: { id: adminId } })
  const known = usernameKey === null ? undefined : await findKnownClient(db, guessedAccount.admin(usernameKey), context)
  const counted = counterOf(adminId, context, known)
  await attempts.consume(counted)
  return () => attempts.refund(counted)
}
