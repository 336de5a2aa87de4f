import * as z from 'zod'
import * as endpoints from './endpoints/bind.ts'
import type { ErrorCode } from './errors.ts'
import { Empty } from './fields.ts'
import { methods } from './methods/index.ts'
import type { MethodCalls } from './methods/method.ts'
import { bindInput, type BindInput, callsOfMethods } from './proofs.ts'
import { loginMethods, type ProofMethod, proofMethods } from './providers.ts'
import { reauthenticated, reauthenticatedErrors } from './reauthentication.ts'
import { route } from './route.ts'

const common: ErrorCode[] = [
  ...(['login_method_disabled', 'method_not_configured', 'identity_taken', 'identity_bound'] as const),
  'too_many_attempts',
  ...reauthenticatedErrors,
]

/** The bind call of a method. */
const bindBy = <M extends ProofMethod>(method: M) => {
  const { account } = methods[method]
  const { errors }: MethodCalls = callsOfMethods[method]
  return route(endpoints.bind[method], {
    summary: `Bind ${account.charAt(0).toLowerCase()}${account.slice(1)} to the user, as another way to log in`,
    description:
      'Takes the same proof as the login call of the method. The user then logs in either way. It confirms no account change for a day.',
    input: z.object({ ...(bindInput(method) as object), ...reauthenticated } as BindInput<M> & typeof reauthenticated),
    output: Empty,
    errors: [...common, ...errors],
  })
}
type BindCalls = { [M in ProofMethod]: ReturnType<typeof bindBy<M>> }
const bindCalls = Object.fromEntries(proofMethods.map((method) => [method, bindBy(method)])) as unknown as BindCalls

/** Binding and unbinding a logged-in user's identities. */
export const bind = {
  ...bindCalls,
  unbind: route(endpoints.bind.unbind, {
    summary: 'Unbind a login method from the user, never the last one; other sessions that logged in with it end',
    description: 'The account can then be bound by another user of the app.',
    input: z.object({ provider: z.enum(loginMethods), ...reauthenticated }),
    output: Empty,
    errors: ['identity_not_found', 'last_identity', 'removal_too_early', ...reauthenticatedErrors],
  }),
}
