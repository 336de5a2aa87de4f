import type { Provider } from 'oidc-provider'

/**
 * Lets the page about a wrong request be the answer. At pages of devices the library puts a new token for the form into a session that
 * it stores afterwards, which fails for one that was never stored, and would be an internal error.
 */
export const answerInvalidPages = (provider: Provider): void => {
  provider.use(async (context, next) => {
    try {
      await next()
    } catch (error) {
      const isUnsaved = error instanceof TypeError && context.oidc?.session?.exp === undefined
      if (!isUnsaved || !context.body) throw error
    }
  })
}
