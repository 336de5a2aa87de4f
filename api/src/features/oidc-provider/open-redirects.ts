import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { REGISTERED } from './clients.ts'

type RenderError = (context: KoaContextWithOIDC, out: { error: string; error_description?: string }) => Promise<void>

/** A refusal as the library would have returned it to the client. */
const refusalAt = (location: string | undefined) => {
  const { searchParams, hash } = new URL(location ?? 'about:blank')
  const given = searchParams.has('error') ? searchParams : new URLSearchParams(hash.slice(1))
  const description = given.get('error_description')
  return {
    error: given.get('error') ?? 'invalid_request',
    ...(description !== null && { error_description: description }),
  }
}

/**
 * Shows a page where a request of a client that registered itself is refused before its user has seen one: a redirect would make this server's
 * address lead wherever a stranger likes (RFC 9700, section 4.11.2). Such a client asks at each login, so that nothing else returns at once.
 */
export const refuseOpenRedirects = (provider: Provider, renderError: RenderError): void => {
  provider.use(async (context, next) => {
    await next()
    const { oidc } = context
    if (oidc?.route !== 'authorization' || oidc.client?.[REGISTERED] !== true) return
    // Undefined where a form returns to the client.
    const location = context.response.get('location') as string | undefined
    if (location?.startsWith('/authorize/') === true) return
    const refusal = refusalAt(location)
    context.remove('location')
    context.status = 400
    await renderError(context as KoaContextWithOIDC, refusal)
  })
}
