import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { Empty, Id, Instant, submittedPassword, emptyAsUndefined, Username } from './fields.ts'
import { Email, type ProofMethod, proofs } from './proofs.ts'
import { route } from './route.ts'

export const LoginResult = z
  .object({ token: z.string().describe('a JWT signed with EdDSA') })
  .meta({ id: 'LoginResult' })

const common = [
  ...['app_not_found', 'login_method_disabled', 'method_not_configured', 'user_disabled', 'too_many_attempts'],
] as ErrorCode[]

const wallet: ErrorCode[] = ['challenge_invalid', 'challenge_required', 'signature_invalid']
/** Refusals that a proof at a provider can meet. */
const provider: ErrorCode[] = [
  ...(['token_refused', 'token_of_another_app', 'account_mismatch', 'provider_unavailable'] as const),
  'provider_misconfigured',
]

/** The refusals of a proof, by method: the login and the bind call have them both. */
export const methodErrors: Record<ProofMethod, ErrorCode[]> = {
  email: ['email_code_incorrect'],
  google: [...provider, 'email_not_verified'],
  discord: provider,
  tiktok: provider,
  twitter: provider,
  github: provider,
  huggingface: provider,
  apple: provider,
  telegram: ['init_data_invalid', 'init_data_expired', 'init_data_used'],
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

/** The public calls by which a user gets a session; each makes the user that it does not find. */
export const login = {
  username: route({
    method: 'POST',
    path: '/user/login-username',
    auth: 'public',
    summary: 'Log in or register with username and password',
    description:
      'With `type` `register` the name must be free; a user is created and logged in. With `login` the name and password must fit.',
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
      'user_disabled',
      'too_many_attempts',
    ],
  }),
  emailStart: route({
    method: 'POST',
    path: '/user/login-email/start',
    auth: 'public',
    summary: 'Send a six-digit code to an e-mail address, for login or bind; it holds ten minutes and five tries',
    description: 'The answer is the same whether or not the address has an account.',
    input: z.object({ appId: Id, email: Email }),
    output: Empty,
    errors: [
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
    summary: 'Make the one-time message that a wallet signs to log in or to be bound (EIP-4361 and its Solana twin)',
    description:
      'The wallet signs the text exactly as it is returned. It works once, for this address, within minutes.',
    input: z.object({
      appId: Id,
      chain: z.enum(['ethereum', 'solana']),
      address: z.string().max(64),
      uri: z.string().max(2048).describe("the address of the page that asks; its origin is on the app's list"),
    }),
    output: z.object({ message: z.string(), nonce: z.string(), expiresAt: Instant }),
    errors: ['app_not_found', 'login_method_disabled', 'origin_not_allowed', 'too_many_attempts'],
  }),
  email: loginWith('email', 'Log in with the code that was sent to an e-mail address', proofs.email),
  ethereum: loginWith('ethereum', "Log in with an Ethereum wallet's signature", proofs.ethereum),
  solana: loginWith('solana', "Log in with a Solana wallet's signature", proofs.solana),
  telegram: loginWith('telegram', 'Log in with init data of a Telegram mini-app, or the Login Widget', proofs.telegram),
  google: loginWith('google', 'Log in with Google', proofs.google),
  discord: loginWith('discord', 'Log in with Discord', {
    discord: emptyAsUndefined(z.string().max(64)).describe('must be the id of the account, where it is given'),
    ...proofs.discord,
  }),
  tiktok: loginWith('tiktok', 'Log in with what a TikTok redirect login handed to the page', proofs.tiktok),
  twitter: loginWith('twitter', 'Log in with what an X redirect login handed to the page', proofs.twitter),
  github: loginWith('github', 'Log in with GitHub', proofs.github),
  huggingface: loginWith('huggingface', 'Log in with Hugging Face', proofs.huggingface),
  apple: loginWith('apple', 'Log in with Apple', proofs.apple),
}
