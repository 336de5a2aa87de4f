import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { isLoginMessage } from '../login/challenge.ts'
import { policyOf } from '../policies/effective.ts'
import { policyRefused } from '../policies/enforce-policy.ts'
import { withChainErrors } from '../wallets/with-chain-errors.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'

/**
 * Signs a text's UTF-8 form. Throws `blind_signing` where it could be a transaction, `login_message` where it logs in to this
 * app, `policy_refused`.
 */
export const signText = async (deps: Deps, owner: WalletOwner, message: string): Promise<{ signature: string }> => {
  const { messageSigning } = await policyOf(deps.db.prisma, owner)
  if (!messageSigning) throw policyRefused('messageSigning', 'messages are not signed')
  if (await isLoginMessage(deps, owner.appId, message)) throw new Problem('login_message')
  const wallet = await storedWallet(deps.db, owner, 'solana')
  return { signature: await withChainErrors(deps.signer.solanaMessage(wallet, Buffer.from(message))) }
}
