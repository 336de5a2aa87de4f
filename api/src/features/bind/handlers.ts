import type { Context, UserIdentity } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { type Method, methods } from '../login/methods.ts'
import type { VerifyCredential } from '../login/verified-credential.ts'
import { bindIdentity } from './bind-identity.ts'
import { unbind } from './unbind.ts'

/** The bind call of a method: the same proof as its login, added to the user of the token. */
const bindBy =
  <I>(deps: Deps, method: Method, verifyCredential: VerifyCredential<I>) =>
  async (input: I, context: Context<UserIdentity>) => {
    const app = await deps.loginApps.getFor(context.identity.appId, method)
    await bindIdentity(deps, await verifyCredential(deps, app, input, context), context)
    return {}
  }

export const bindHandlers = (deps: Deps): Handlers<'bind'> => ({
  email: bindBy(deps, 'email', methods.email),
  google: bindBy(deps, 'google', methods.google),
  discord: bindBy(deps, 'discord', methods.discord),
  tiktok: bindBy(deps, 'tiktok', methods.tiktok),
  twitter: bindBy(deps, 'twitter', methods.twitter),
  github: bindBy(deps, 'github', methods.github),
  huggingface: bindBy(deps, 'huggingface', methods.huggingface),
  apple: bindBy(deps, 'apple', methods.apple),
  telegram: bindBy(deps, 'telegram', methods.telegram),
  ethereum: bindBy(deps, 'ethereum', methods.ethereum),
  solana: bindBy(deps, 'solana', methods.solana),
  unbind: async ({ provider }, context) => {
    await unbind(deps, provider, context)
    return {}
  },
})
