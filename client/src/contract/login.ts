import * as z from 'zod'
import { type ErrorCode, newNameErrors } from './errors.ts'
import { Empty, Id, Instant, submittedPassword, Username } from './fields.ts'
import { Email } from './credential-fields.ts'
import * as endpoints from './endpoints/login.ts'
import { MIN_PASSWORD } from './facts/passwords.ts'
import { methods } from './methods/index.ts'
import type { MethodCalls } from './methods/method.ts'
import { ConnectionButton } from './oidc-connections.ts'
import { callsOfMethods, loginInput, type LoginInput } from './proofs.ts'
import { type ProofMethod, proofMethods } from './providers.ts'
import { purpose } from './purpose.ts'
import { route } from './route.ts'

export const LoginResult = z
  .object({ token: z.string().describe('a JWT signed with EdDSA') })
  .meta({ id: 'LoginResult' })

const common = [
  'app_not_found',
  'login_method_disabled',
  'method_not_configured',
  'user_disabled',
  'too_many_attempts',
] as ErrorCode[]

/** The login call of a method. */
const loginBy = <M extends ProofMethod>(method: M) => {
  const { loginSummary, errors }: MethodCalls = callsOfMethods[method]
  const proof = loginInput(method)
  return route(endpoints.login[method], {
    summary: loginSummary ?? `Log in with ${methods[method].title}`,
    description: 'Returns the token of a new session. The user is created with its wallets at the first login.',
    input: z.object({ appId: Id, ...(proof as object) } as { appId: typeof Id } & LoginInput<M>),
    output: LoginResult,
    errors: [...common, ...errors],
    hot: true,
  })
}
type LoginCalls = { [M in ProofMethod]: ReturnType<typeof loginBy<M>> }
const loginCalls = Object.fromEntries(proofMethods.map((method) => [method, loginBy(method)])) as unknown as LoginCalls

/** The public login calls; each creates the user if it does not exist. */
export const login = {
  username: route(endpoints.login.username, {
    summary: 'Log in or register with username and password',
    description:
      'With `type` `register` the name must be free; the call creates the user and logs in. With `login` name and password must match.',
    input: z.object({
      appId: Id,
      username: Username,
      password: submittedPassword(MIN_PASSWORD),
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
  emailStart: route(endpoints.login.emailStart, {
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
  challenge: route(endpoints.login.challenge, {
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
  oidcConnection: route(endpoints.login.oidcConnection, {
    summary: 'Find the OpenID connection for an e-mail address, by its domain',
    description:
      'Null where no connection of the app has the domain. The domains of an app are not listed anywhere. The page then ' +
      'leaves for `/auth/{appId}/oidc/oauth?connection={key}`.',
    input: z.object({ appId: Id, email: Email }),
    output: z.object({ connection: ConnectionButton.nullable() }),
    errors: ['app_not_found', 'too_many_attempts'],
  }),
  ...loginCalls,
}
