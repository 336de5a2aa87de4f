import type { CredentialInput } from '@openauth/client'
import type { Context } from '../../../handler.ts'
import { Problem } from '../../../errors.ts'
import { ChainUnavailableError } from '../../../lib/wallet-login/contract-wallet.ts'
import { personalHash, recoverEthereumAddress } from '../../../lib/wallet-login/ethereum.ts'
import { isSolanaSignature } from '../../../lib/wallet-login/solana.ts'
import { legacyLoginMessage } from '../legacy-message.ts'
import { canonicalIdentity, type VerifiedIdentity } from '../../identities/identity.ts'
import { addressKey } from '../attempts.ts'
import { consumeChallenge } from '../challenge.ts'
import type { LoginApp } from '../../apps/login-apps.ts'
import type { BoundPurpose } from '../purpose.ts'
import type { VerifiedCredential, VerifyCredential } from '../verified-credential.ts'
import type { LoginNeeds } from '../needs.ts'

/**
 * The text that must have been signed: a challenge for this purpose, which is consumed, or the legacy sentence if the app
 * allows it. The sentence can be replayed for ever, so it is accepted for login and bind but not for reauthentication.
 */
const signedText = async (
  deps: LoginNeeds,
  app: LoginApp,
  { provider, subject }: VerifiedIdentity,
  message: string | undefined,
  bound: BoundPurpose,
) => {
  if (message === undefined) {
    if (!app.legacyWalletLogin || bound.purpose === 'reauthenticate') throw new Problem('challenge_required')
    return legacyLoginMessage(app.name)
  }
  const chain = provider === 'ethereum' ? 'ethereum' : 'solana'
  if (!(await consumeChallenge(deps, app.id, message, { chain, address: subject, ...bound })))
    throw new Problem('challenge_invalid')
  return message
}

/** A signature of the legacy sentence can be replayed for ever, by whoever obtained it. */
const replayable = (message: string | undefined, signature: string): Pick<VerifiedCredential, 'reusable'> =>
  message === undefined ? { reusable: { secret: `legacy ${signature}`, expiresAt: null } } : {}

/** Verifies the signature of a contract wallet by a call of its contract, which is counted. */
const isOfContract = async (
  { attempts, settings, isContractSignature }: Pick<LoginNeeds, 'attempts' | 'settings' | 'isContractSignature'>,
  call: { address: string; hash: string; signature: string },
  context: Context,
): Promise<boolean> => {
  if (settings.evmLogin.rpcUrl === undefined) return false
  const counted = ['contractProofByIp', addressKey(context.ip)] as const
  await attempts.consume(counted)
  const isOwn = await isContractSignature(call).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailableError)) throw error
    context.log.warn({ reason: error.message }, 'a contract wallet could not be asked')
    throw new Problem('chain_unavailable', { retryAfter: 5 })
  })
  if (isOwn) await attempts.refund(counted)
  return isOwn
}

/** Verifies a text signed with personal_sign (EIP-191) by an address or a contract wallet (ERC-1271). */
export const verifyEthereumCredential: VerifyCredential<CredentialInput<'ethereum'>> = async (
  deps,
  app,
  { ethAddress, signature, message },
  context,
  bound,
) => {
  const identity = canonicalIdentity('ethereum', ethAddress)
  const hash = personalHash(await signedText(deps, app, identity, message, bound))
  const address = identity.subject
  const isSigned =
    recoverEthereumAddress(hash, signature) === address ||
    (await isOfContract(deps, { address, hash, signature }, context))
  if (!isSigned) throw new Problem('signature_invalid')
  return { identity, limited: true, ...replayable(message, signature) }
}

/** Verifies a text signed with a wallet's signMessage: Ed25519 over its UTF-8 bytes. */
export const verifySolanaCredential: VerifyCredential<CredentialInput<'solana'>> = async (
  deps,
  app,
  { solAddress, signature, message },
  _context,
  bound,
) => {
  const identity = canonicalIdentity('solana', solAddress)
  const text = await signedText(deps, app, identity, message, bound)
  if (!isSolanaSignature(identity.subject, text, signature)) throw new Problem('signature_invalid')
  return { identity, limited: true, ...replayable(message, signature) }
}
