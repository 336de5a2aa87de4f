import type { CredentialInput } from '@openauth/client'
import type { Context } from '../../../auth.ts'
import type { Deps } from '../../../deps.ts'
import { Problem } from '../../../errors.ts'
import { ChainUnavailableError, isContractSignature } from '../../../lib/wallet-login/contract-wallet.ts'
import { personalHash, recoverEthereumAddress } from '../../../lib/wallet-login/ethereum.ts'
import { isSolanaSignature } from '../../../lib/wallet-login/solana.ts'
import { legacyLoginMessage } from '../../account/legacy-message.ts'
import { canonicalIdentity, type VerifiedIdentity } from '../../users/identity.ts'
import { addressKey } from '../attempts.ts'
import { consumeChallenge } from '../challenge.ts'
import type { LoginApp } from '../login-apps.ts'
import type { VerifyCredential } from '../verified-credential.ts'

/** The text that must have been signed: a challenge, which is used up, or the legacy sentence where the app allows it. */
const signedText = async (deps: Deps, app: LoginApp, { provider, subject }: VerifiedIdentity, message?: string) => {
  if (message === undefined) {
    if (!app.legacyWalletLogin) throw new Problem('challenge_required')
    return legacyLoginMessage(app.name)
  }
  const chain = provider === 'ethereum' ? 'ethereum' : 'solana'
  if (!(await consumeChallenge(deps, app.id, message, { chain, address: subject })))
    throw new Problem('challenge_invalid')
  return message
}

/** A contract wallet has no key of its own: its contract is asked, which costs a call and is counted. */
const isOfContract = async (
  { limits, outbound, settings }: Deps,
  call: { address: string; hash: string; signature: string },
  context: Context,
): Promise<boolean> => {
  const { rpcUrl } = settings.evmLogin
  if (!rpcUrl) return false
  const counted = ['contractProofByIp', addressKey(context.ip)] as const
  await limits.consume(counted)
  const isOwn = await isContractSignature(outbound, rpcUrl, call).catch((error: unknown) => {
    throw error instanceof ChainUnavailableError ? new Problem('chain_unavailable', { retryAfter: 5 }) : error
  })
  if (isOwn) await limits.refund(counted)
  return isOwn
}

/** A text signed with personal_sign (EIP-191), by the address itself or by a contract wallet (ERC-1271). */
export const verifyEthereumCredential: VerifyCredential<CredentialInput<'ethereum'>> = async (
  deps,
  app,
  { ethAddress, signature, message },
  context,
) => {
  const identity = canonicalIdentity('ethereum', ethAddress)
  const hash = personalHash(await signedText(deps, app, identity, message))
  const address = identity.subject
  const isSigned =
    recoverEthereumAddress(hash, signature) === address ||
    (await isOfContract(deps, { address, hash, signature }, context))
  if (!isSigned) throw new Problem('signature_invalid')
  return { identity, limited: true }
}

/** A text signed with a wallet's signMessage: Ed25519 over its UTF-8 form. */
export const verifySolanaCredential: VerifyCredential<CredentialInput<'solana'>> = async (
  deps,
  app,
  { solAddress, signature, message },
) => {
  const identity = canonicalIdentity('solana', solAddress)
  const text = await signedText(deps, app, identity, message)
  if (!isSolanaSignature(identity.subject, text, signature)) throw new Problem('signature_invalid')
  return { identity, limited: true }
}
