import { z } from 'zod'
import { type ErrorCode, newNameErrors } from './errors.ts'
import { Empty, Id, Instant, submittedPassword, emptyAsUndefined, Username } from './fields.ts'
import { Email, type ProofMethod, proofs } from './proofs.ts'
import { purpose } from './purpose.ts'
import { route } from './route.ts'

export const LoginResult = z
  .object({ token: z.string().describe('a JWT signed with EdDSA') })
  .meta({ id: 'LoginResult' })

const common = [
  ...['app_not_found', 'login_method_disabled', 'method_not_configured', 'user_disabled', 'too_many_attempts'],
] as ErrorCode[]

const wallet: ErrorCode[] = ['challenge_invalid', 'challenge_required', 'signature_invalid']
/** Errors of a provider's proof. */
const provider: ErrorCode[] = [
  ...(['token_refused', 'token_of_another_app', 'account_mismatch', 'provider_unavailable'] as const),
  'provider_misconfigured',
]

/** Errors of a proof by method, for both the login and the bind call. */
export const methodErrors: Record<ProofMethod, ErrorCode[]> = {
  email: ['email_code_incorrect'],
  google: [...provider, 'email_not_verified'],
  discord: provider,
  tiktok: provider,
  twitter: provider,
  github: provider,
  huggingface: provider,
  apple: provider,
  telegram: ['init_data_invalid', 'init_data_expired', 'init_data_used', 'init_data_replayed'],
  ethereum: [...wallet, 'chain_unavailable'],
  solana: wallet,
}

const loginWith = <T extends z.ZodRawShape>(method: ProofMethod, summary: string, proof: T) =>
  route({
    method: 'POST',
    path: `/user/login-${method}`,
    auth: 'public',
    summary,
    description: 'Returns the token of a new session. The user is created with its wallets at the first login.',
    input: z.object({ appId: Id, ...proof }),
    output: LoginResult,
    errors: [...common, ...methodErrors[method]],
    hot: true,
  })

/** The public login calls; each creates the user if it does not exist. */
export const login = {
  username: route({
    method: 'POST',
    path: '/user/login-username',
    auth: 'public',
    summary: 'Log in or register with username and password',
    description:
      'With `type` `register` the name must be free; the call creates the user and logs in. With `login` name and password must match.',
    input: z.object({
      appId: Id,
      username: Username,
      password: submittedPassword(6),
      type: z.enum(['login', 'register']).default('login'),
    }),
    output: LoginResult,
    errors: [
      'app_not_found',
      'login_method_disabled',
      'incorrect_login',
      'username_exists',
      ...newNameErrors,
      'user_disabled',
      'too_many_attempts',
    ],
  }),
  emailStart: route({
    method: 'POST',
    path: '/user/login-email/start',
    auth: 'public',
    optionalUser: true,
    summary: 'Send a six-digit code to an e-mail address for one purpose; it holds ten minutes and five tries',
    description:
      'The mail names the purpose, and the code is accepted for nothing else. The answer is the same whether or not the address ' +
      "has an account. A code to reauthenticate goes to the user's own address only.",
    input: z.object({ appId: Id, email: Email, purpose }),
    output: Empty,
    errors: [
      ...(['unauthorized', 'account_mismatch'] as const),
      'app_not_found',
      'login_method_disabled',
      'method_not_configured',
      'mail_unavailable',
      'too_many_attempts',
    ],
  }),
  challenge: route({
    method: 'POST',
    path: '/user/challenge',
    auth: 'public',
    optionalUser: true,
    summary: 'Make the one-time message that a wallet signs for one purpose (EIP-4361 and its Solana twin)',
    description:
      'The wallet signs the text exactly as it is returned. It names the purpose and works once, for this address, within minutes.',
    input: z.object({
      appId: Id,
      chain: z.enum(['ethereum', 'solana']),
      address: z.string().max(64),
      uri: z.string().max(2048).describe("the address of the page that asks; its origin is on the app's list"),
      purpose,
    }),
    output: z.object({ message: z.string(), nonce: z.string(), expiresAt: Instant }),
    errors: ['app_not_found', 'login_method_disabled', 'origin_not_allowed', 'too_many_attempts', 'unauthorized'],
  }),
  email: loginWith('email', 'Log in with the code that was sent to an e-mail address', proofs.email),
  ethereum: loginWith('ethereum', "Log in with an Ethereum wallet's signature", proofs.ethereum),
  solana: loginWith('solana', "Log in with a Solana wallet's signature", proofs.solana),
  telegram: loginWith('telegram', 'Log in with init data of a Telegram mini-app, or the Login Widget', proofs.telegram),
  google: loginWith('google', 'Log in with Google', proofs.google),
  discord: loginWith('discord', 'Log in with Discord', {
    discord: emptyAsUndefined(z.string().max(64)).describe('must be the id of the account, if given'),
    ...proofs.discord,
  }),
  tiktok: loginWith('tiktok', 'Log in with the token of a TikTok redirect login', proofs.tiktok),
  twitter: loginWith('twitter', 'Log in with the token of an X redirect login', proofs.twitter),
  github: loginWith('github', 'Log in with GitHub', proofs.github),
  huggingface: loginWith('huggingface', 'Log in with Hugging Face', proofs.huggingface),
  apple: loginWith('apple', 'Log in with Apple', proofs.apple),
}
