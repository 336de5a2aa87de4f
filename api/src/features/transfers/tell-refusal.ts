import type { Network } from '@openauth/client'
import type { WalletOwner } from '../../custody/index.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { emitEvent } from '../webhooks/emit.ts'

interface Refusable extends WalletOwner {
  /** Null for messages and exports of keys. */
  network: Network | null
}

/**
 * Tells the app's webhooks when the rules refuse what `work` would sign or export, before the caller learns of it. Not for trials and
 * previews. Throws what `work` throws.
 */
export const tellingRefusal = async <T>(
  { db }: Pick<Platform, 'db'>,
  { appId, userId, network }: Refusable,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'policy_refused') {
      const [{ path: rule, message } = { path: '', message: error.message }] = error.issues ?? []
      await emitEvent(db.prisma, { appId, userId, type: 'policy.refused', data: { rule, message, network } })
    }
    throw error
  }
}
