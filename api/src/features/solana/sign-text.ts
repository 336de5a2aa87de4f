import type { Deps } from '../../deps.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { signMessage } from '../../lib/solana/sign-message.ts'
import { withWalletSecret } from '../wallets/with-secret.ts'
import { atSolana } from './at-solana.ts'

/** Signs a text's UTF-8 form. Throws `blind_signing` where it could be a transaction. */
export const signText = (deps: Deps, owner: WalletOwner, message: string): Promise<{ signature: string }> =>
  atSolana(
    withWalletSecret(deps, owner, 'solana', (secret) => ({ signature: signMessage(Buffer.from(message), secret) })),
  )
