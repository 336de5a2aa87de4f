import type { Context, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { exportPrivateKey } from '../../lib/solana/private-key.ts'
import { record } from '../audit/record.ts'
import { requireFresh, type Shown } from '../fresh/require-fresh.ts'
import { withWalletSecret } from '../wallets/with-secret.ts'

/**
 * The user's Solana key as wallets import it: base58 of seed and public key, 64 bytes. Only where the app allows it, to
 * whoever proves to be the user now; each one is in the audit trail before it is shown.
 * Throws `export_disabled`, and what requireFresh throws.
 */
export const exportKey = async (deps: Deps, shown: Shown, context: Context<UserIdentity>): Promise<string> => {
  const { userId, appId } = context.identity
  if (!(await deps.loginApps.get(appId)).privateKeyExportEnabled) throw new Problem('export_disabled')
  await deps.limits.take(['exportByUser', userId])
  await requireFresh(deps, shown, context)
  return withWalletSecret(deps, { appId, userId }, 'solana', async (secret, address) => {
    const details = { chain: 'solana', address }
    await record(deps.db.prisma, context, { action: 'user.key-export', appId, targetId: userId, details })
    return exportPrivateKey(secret)
  })
}
