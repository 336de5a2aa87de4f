import type { CallResult, contract } from '@openauth/client'
import type { Context } from '../context.ts'
import { notSignedIn } from '../failure.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'

/** Prints the token, because it is asked for. */
export const token: RunTask = async ({ token: used, endpoint, environment }) => {
  if (!used) throw notSignedIn(endpoint)
  environment.stdout.write(`${used}\n`)
}

type CurrentAdmin = CallResult<typeof contract.setup.whoami>

/** Where the token in use is. */
const placeOf = ({ environment, saved, target }: Context): string => {
  if (environment.env['OPENAUTH_TOKEN']) return 'OPENAUTH_TOKEN'
  return saved.profiles[target.key]?.keychain ? "the system's keychain" : 'the profiles file'
}

/** Shows the session in use, without its token. */
export const status: RunTask = async (context) => {
  const { token: used, endpoint, target, out, call } = context
  if (!used) throw notSignedIn(endpoint)
  const { username, ...rest } = (await call('setup', 'whoami')) as CurrentAdmin
  const { serviceTokenName: serviceToken, serviceTokenExpiresAt: expiresAt } = rest
  const ofToken = serviceToken === undefined ? {} : { role: rest.role, serviceTokenName: serviceToken, expiresAt }
  const { name: profile = null, isProduction: production } = target
  out.data({ endpoint, profile, production, username, token: placeOf(context), ...ofToken }, plainView)
}
