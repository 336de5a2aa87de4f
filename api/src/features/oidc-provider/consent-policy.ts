import type { interactionPolicy } from 'oidc-provider'
import { ASKS_AGAIN } from './clients.ts'

/**
 * The usual prompts, and a question at each login of clients that ask again. The library asks for every native client; here an
 * operator's own may go on without.
 */
export const consentPolicy = (library: typeof interactionPolicy): ReturnType<typeof interactionPolicy.base> => {
  const policy = library.base()
  const { checks } = policy.get('consent')!
  checks.remove('native_client_prompt')
  checks.add(
    new library.Check('asks_again', 'this client asks at each login', 'interaction_required', ({ oidc }) =>
      oidc.client?.[ASKS_AGAIN] === true && !oidc.result?.consent
        ? library.Check.REQUEST_PROMPT
        : library.Check.NO_NEED_TO_PROMPT,
    ),
  )
  return policy
}
