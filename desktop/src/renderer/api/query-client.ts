import { ApiError } from '@openauth/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { serverQuery } from './queries.ts'

/** Whether the server no longer takes the token; a wrong password is 401 too, with a code of its own. */
export const hasSessionEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'unauthorized'

const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Drops all that a server answered: nothing of it is to be seen on another server, or by whoever signs in next. */
export const clearQueries = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== serverQuery.queryKey[0] })

/** The window's cache. Where the session has ended it asks the main process again, which leads to signing in. */
export const createQueryClient = (): QueryClient => {
  const onError = (error: unknown) => {
    if (!hasSessionEnded(error)) return
    toast.info('Your session has ended. Sign in again.', { id: 'session-ended' })
    void queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
  }
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // The server may be on this machine, so that being offline must not hold calls back.
    defaultOptions: {
      queries: { networkMode: 'always', retry: isWorthRetrying, retryDelay: 500 },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
