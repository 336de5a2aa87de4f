import { Problem } from '../../../../errors.ts'
import { isLoginMessage } from '../../../login/challenge.ts'
import { requireLive } from '../../require-live.ts'
import { withWalletLock } from '../../sign.ts'
import { policyOf } from '../../../policy-engine/effective.ts'
import { policyRefused } from '../../../policy-engine/enforce-policy.ts'
import type { Sender } from '../../owner.ts'
import { withChainErrors } from '../../errors.ts'
import { storedWallet } from '../../stored-wallet.ts'
import { tellingRefusal } from '../../tell-refusal.ts'
import type { TransferNeeds } from '../../needs.ts'

/**
 * Signs the UTF-8 bytes of a text. Throws `blind_signing` if it could be a transaction, `login_message` if it is a login
 * message of this app, `policy_refused`, and the errors of requireLive.
 */
export const signText = async (
  deps: TransferNeeds,
  sender: Sender,
  message: string,
): Promise<{ signature: string }> => {
  const { appId, userId } = sender
  await tellingRefusal(deps, { appId, userId, network: null }, async () => {
    const { messageSigning } = await policyOf(deps.db.prisma, sender)
    if (!messageSigning) throw policyRefused('messageSigning', 'messages are not signed')
  })
  if (await isLoginMessage(deps, appId, message)) throw new Problem('login_message')
  const wallet = await storedWallet(deps, sender, 'solana')
  const signature = await withWalletLock(deps, wallet, async (tx) => {
    await requireLive(tx, sender)
    return withChainErrors(deps.signer.solanaMessage(wallet, Buffer.from(message)))
  })
  return { signature }
}
