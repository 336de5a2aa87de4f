import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { Empty, emptyAsUndefined } from './fields.ts'
import { methodErrors } from './login.ts'
import { type ProofMethod, proofs } from './proofs.ts'
import { loginMethods } from './providers.ts'
import { reauthenticated, reauthenticatedErrors } from './reauthentication.ts'
import { route } from './route.ts'

const common: ErrorCode[] = [
  ...(['login_method_disabled', 'method_not_configured', 'identity_taken', 'identity_bound'] as const),
  'too_many_attempts',
  ...reauthenticatedErrors,
]

const bindWith = <T extends z.ZodRawShape>(method: ProofMethod, what: string, proof: T) =>
  route({
    method: 'POST',
    path: `/user/bind-${method}`,
    auth: 'user',
    summary: `Bind ${what} to the user, as another way to log in`,
    description:
      'Takes the same proof as the login call of the method. The user then logs in either way. It confirms no account change for a day.',
    input: z.object({ ...proof, ...reauthenticated }),
    output: Empty,
    errors: [...common, ...methodErrors[method]],
  })

/** Binding and unbinding a logged-in user's identities. */
export const bind = {
  email: bindWith('email', 'an e-mail address', proofs.email),
  google: bindWith('google', 'a Google account', proofs.google),
  discord: bindWith('discord', 'a Discord account', {
    discordId: emptyAsUndefined(z.string().max(64)).describe('must be the id of the account, if given'),
    ...proofs.discord,
  }),
  tiktok: bindWith('tiktok', 'a TikTok account', proofs.tiktok),
  twitter: bindWith('twitter', 'an X account', proofs.twitter),
  github: bindWith('github', 'a GitHub account', proofs.github),
  huggingface: bindWith('huggingface', 'a Hugging Face account', proofs.huggingface),
  apple: bindWith('apple', 'an Apple account', proofs.apple),
  telegram: bindWith('telegram', 'a Telegram account', proofs.telegram),
  ethereum: bindWith('ethereum', 'an Ethereum wallet', proofs.ethereum),
  solana: bindWith('solana', 'a Solana wallet', proofs.solana),
  unbind: route({
    method: 'POST',
    path: '/user/unbind',
    auth: 'user',
    summary: 'Unbind a login method from the user, never the last one; other sessions that logged in with it end',
    description: 'The account can then be bound by another user of the app.',
    input: z.object({ provider: z.enum(loginMethods), ...reauthenticated }),
    output: Empty,
    errors: ['identity_not_found', 'last_identity', 'removal_too_early', ...reauthenticatedErrors],
  }),
}
