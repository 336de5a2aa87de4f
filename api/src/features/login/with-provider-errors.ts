import type { Context } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import {
  ProviderMisconfiguredError,
  ProviderRefusedError,
  ProviderUnavailableError,
} from '../../lib/provider-errors.ts'

/** Awaits a call of a provider and converts its errors to Problems. */
export const withProviderErrors = async <T>(answer: Promise<T>, { log }: Pick<Context, 'log'>): Promise<T> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderRefusedError) throw new Problem(error.reason)
    if (error instanceof ProviderUnavailableError) {
      log.warn({ err: error }, 'a login provider does not answer')
      throw new Problem('provider_unavailable', { retryAfter: Math.ceil(error.retryAfter ?? 5) })
    }
    if (error instanceof ProviderMisconfiguredError) {
      log.warn({ err: error }, "a login provider cannot be used with an app's settings")
      throw new Problem(error.isIncomplete ? 'method_not_configured' : 'provider_misconfigured')
    }
    throw error
  }
}
