import { type CredentialInput, type ProofMethod, proofMethods, type RedirectProvider } from '@openauth/client'
import type { Handlers } from '../../../handler.ts'
import { verifyEmailCredential } from '../email-codes.ts'
import { isRedirectProvider } from '../provider-clients.ts'
import type { VerifyCredential } from '../verified-credential.ts'
import { verifyApple } from './apple.ts'
import { verifyDiscord } from './discord.ts'
import { verifyGoogle } from './google.ts'
import { verifyHuggingFace } from './huggingface.ts'
import { verifyOidc } from './oidc.ts'
import { verifyTelegramCredential } from './telegram.ts'
import { verifyTikTok } from './tiktok.ts'
import { verifyToken } from './token-credential.ts'
import { verifyEthereumCredential, verifySolanaCredential } from './wallets.ts'

type Verifiers = { [M in ProofMethod]: VerifyCredential<CredentialInput<M>> }

/** The verification of credentials. A provider that is not here has the usual one: its token names the account. */
const own: Omit<Verifiers, RedirectProvider> & Partial<Verifiers> = {
  email: verifyEmailCredential,
  google: verifyGoogle,
  discord: verifyDiscord,
  tiktok: verifyTikTok,
  huggingface: verifyHuggingFace,
  apple: verifyApple,
  oidc: verifyOidc,
  telegram: verifyTelegramCredential,
  ethereum: verifyEthereumCredential,
  solana: verifySolanaCredential,
}

/** The verification of a method's credential, the same for its login, its bind and a reauthentication. */
export const verifierOf = (method: ProofMethod): VerifyCredential<object> => {
  const verify = own[method] ?? (isRedirectProvider(method) ? verifyToken(method) : undefined)
  if (!verify) throw new Error(`${method} has no verification`)
  return verify as unknown as VerifyCredential<object>
}

/** The handler of each method's call of a group, made from the method and its verification. */
export const callOfEach = <G extends 'login' | 'bind'>(
  handlerOf: (method: ProofMethod, verify: VerifyCredential<object>) => unknown,
): Pick<Handlers<G>, ProofMethod> =>
  Object.fromEntries(proofMethods.map((method) => [method, handlerOf(method, verifierOf(method))])) as Pick<
    Handlers<G>,
    ProofMethod
  >
