import type { ProofMethod } from '@openauth/client'
import type { Context, Handlers, IdentityOf } from '../../handler.ts'
import { addressKey } from './attempts.ts'
import { issueChallenge } from './challenge.ts'
import { sendCode } from './email-codes.ts'
import { completeLogin } from './complete-login.ts'
import { callOfEach } from './methods/index.ts'
import { forLogin } from './purpose.ts'
import type { VerifyCredential } from './verified-credential.ts'
import { usernameHandler } from './username.ts'
import type { LoginNeeds } from './needs.ts'

/** The login call of a method: app and switch first, then the proof, then the user. */
const loginBy =
  <I>(deps: LoginNeeds, method: ProofMethod, verifyCredential: VerifyCredential<I>) =>
  async (input: I & { appId: string }, context: Context<IdentityOf<'public'>>) => {
    const app = await deps.loginApps.getFor(input.appId, method)
    return deps.failedLogins.watch(app.id, method, async () => {
      const verified = verifyCredential(deps, app, input, context, forLogin)
      return completeLogin(deps, app, await deps.loginOutcomes.watch(app.id, method, verified), context)
    })
  }

export const loginHandlers = (deps: LoginNeeds): Handlers<'login'> => ({
  username: usernameHandler(deps),
  emailStart: async (asked, context) => {
    await deps.loginOutcomes.watch(asked.appId, 'email', sendCode(deps, asked, context))
    return {}
  },
  challenge: (input, context) => issueChallenge(deps, input, context),
  oidcConnection: async ({ appId, email }, { ip }) => {
    const app = await deps.loginApps.get(appId)
    await deps.attempts.consume(['redirectByIp', addressKey(ip)])
    return { connection: app.oidcEnabled ? await deps.oidc.forEmail(appId, email) : null }
  },
  ...callOfEach<'login'>((method, verify) => loginBy(deps, method, verify)),
})
