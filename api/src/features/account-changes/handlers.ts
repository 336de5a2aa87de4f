import type { ProofMethod } from '@openauth/client'
import type { Context, Handlers, UserIdentity } from '../../handler.ts'
import { callOfEach } from '../login/methods/index.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { forBind } from '../login/purpose.ts'
import type { VerifyCredential } from '../login/verified-credential.ts'
import {
  isReauthenticationRequired,
  type Reauthentication,
  withReauthentication,
} from '../reauthentication/require-reauthentication.ts'
import { bindIdentity } from './bind-identity.ts'
import { unbind } from './unbind.ts'
import type { AccountChangeNeeds } from './needs.ts'

type ReauthenticationFields = Pick<Reauthentication, 'reauthenticationToken'>

/** Runs a bind after a reauthentication; without one, the bind is unconfirmed if the app allows legacy binds. */
const confirmedOrLegacy = async (
  deps: AccountChangeNeeds,
  app: LoginApp,
  reauthentication: ReauthenticationFields,
  context: Context<UserIdentity>,
  bind: (how: { confirmed: boolean }) => Promise<void>,
): Promise<void> => {
  let isBegun = false
  const begin = async (confirmed: boolean) => {
    isBegun = true
    await bind({ confirmed })
  }
  await withReauthentication(deps, reauthentication, context, () => begin(true)).catch((error: unknown) => {
    if (isBegun || !app.legacyBind || !isReauthenticationRequired(error)) throw error
    return begin(false)
  })
}

/** The bind call of a method, with the credential input of its login. */
const bindBy =
  <I>(deps: AccountChangeNeeds, method: ProofMethod, verifyCredential: VerifyCredential<I>) =>
  async (input: I & ReauthenticationFields, context: Context<UserIdentity>) => {
    const app = await deps.loginApps.getFor(context.identity.appId, method)
    const { reauthenticationToken } = input
    await confirmedOrLegacy(deps, app, { reauthenticationToken }, context, async (options) =>
      bindIdentity(
        deps,
        await verifyCredential(deps, app, input, context, forBind(context.identity)),
        options,
        context,
      ),
    )
    return {}
  }

export const bindHandlers = (deps: AccountChangeNeeds): Handlers<'bind'> => ({
  ...callOfEach<'bind'>((method, verify) => bindBy(deps, method, verify)),
  unbind: async ({ provider, ...reauthentication }, context) => {
    await withReauthentication(deps, reauthentication, context, (credential) =>
      unbind(deps, provider, credential, context),
    )
    return {}
  },
})
