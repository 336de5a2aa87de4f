import type { Provider } from 'oidc-provider'

const isUnsaved = (error: unknown): boolean =>
  error instanceof TypeError && error.message === 'persist can only be called on previously persisted Sessions'

/**
 * Lets the page about a wrong request be the answer. At pages of devices the library puts a new token for the form into a session that
 * it stores afterwards, which fails for one that was never stored, and would be an internal error.
 */
export const answerInvalidPages = (provider: Provider): void => {
  provider.use(async (context, next) => {
    try {
      await next()
    } catch (error) {
      if (!isUnsaved(error) || !context.body) throw error
    }
  })
}
