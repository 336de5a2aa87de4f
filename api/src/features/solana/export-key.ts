import type { Context, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { changeAccount } from '../account-changes/change-account.ts'
import { type Reauthentication, withReauthentication } from '../reauthentication/require-reauthentication.ts'
import { policyOf } from '../policies/effective.ts'
import { policyRefused } from '../policies/enforce-policy.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'

/**
 * The user's Solana key as wallets import it: base58 of seed and public key, 64 bytes. Only where the app allows it, to
 * whoever proves to be the user now; each one is in the audit trail before it is shown.
 * Throws `export_disabled`, `policy_refused`, and what withReauthentication throws.
 */
export const exportKey = async (
  deps: Deps,
  shown: Reauthentication,
  context: Context<UserIdentity>,
): Promise<string> => {
  const { userId, appId } = context.identity
  if (!(await deps.loginApps.get(appId)).privateKeyExportEnabled) throw new Problem('export_disabled')
  if (!(await policyOf(deps.db.prisma, { appId, userId })).privateKeyExport)
    throw policyRefused('privateKeyExport', 'private keys are not shown')
  await deps.limits.consume(['exportByUser', userId])
  return withReauthentication(deps, shown, context, async () => {
    const wallet = await storedWallet(deps.db, { appId, userId }, 'solana')
    await changeAccount(deps, context, async () => ({
      change: { kind: 'key_export', method: 'solana', display: wallet.address },
      result: undefined,
    }))
    return deps.signer.solanaExport(wallet)
  })
}
