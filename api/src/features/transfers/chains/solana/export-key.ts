import type { Context, UserIdentity } from '../../../../handler.ts'
import { Problem } from '../../../../errors.ts'
import { changeAccount } from '../../../account-changes/change-account.ts'
import { type Reauthentication, withReauthentication } from '../../../reauthentication/require-reauthentication.ts'
import { policyOf } from '../../../policy-engine/effective.ts'
import { policyRefused } from '../../../policy-engine/enforce-policy.ts'
import { storedWallet } from '../../stored-wallet.ts'
import { tellingRefusal } from '../../tell-refusal.ts'
import type { TransferNeeds } from '../../needs.ts'

/**
 * Returns the user's Solana key in the import format of wallets: base58 of seed and public key, 64 bytes. Needs the app's
 * setting and a reauthentication. Every export is in the audit trail before the answer.
 * Throws `export_disabled`, `policy_refused`, and what withReauthentication throws.
 */
export const exportKey = async (
  deps: TransferNeeds,
  reauthentication: Reauthentication,
  context: Context<UserIdentity>,
): Promise<string> => {
  const { userId, appId } = context.identity
  if (!(await deps.loginApps.get(appId)).privateKeyExportEnabled) throw new Problem('export_disabled')
  await tellingRefusal(deps, { appId, userId, network: null }, async () => {
    if (!(await policyOf(deps.db.prisma, { appId, userId })).privateKeyExport)
      throw policyRefused('privateKeyExport', 'private keys are not exported')
  })
  await deps.attempts.consume(['exportByUser', userId])
  return withReauthentication(deps, reauthentication, context, async () => {
    const wallet = await storedWallet(deps, { appId, userId }, 'solana')
    return changeAccount(deps, context, async () => ({
      change: { kind: 'key_export', method: 'solana', display: wallet.address },
      // Inside changeAccount, which locks user, app and session: none of them ends before the key is read.
      result: await deps.signer.solanaExport(wallet),
    }))
  })
}
