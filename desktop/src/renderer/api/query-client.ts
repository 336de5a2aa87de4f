import { ApiError } from '@openauth/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '@openauth/ui/toaster'
import { t } from '../i18n/i18n.ts'
import { serverQuery } from './queries.ts'

/** Whether the server refuses the token. A wrong password is 401 too, with another code. */
export const hasSessionEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'unauthorized'

const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Removes all cached answers of a server, which another server or another admin must not see. */
export const clearQueries = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== serverQuery.queryKey[0] })

/** Creates the window's query client. After a session's end it refetches the server query, which shows the sign-in page. */
export const createQueryClient = (): QueryClient => {
  const onError = (error: unknown) => {
    if (!hasSessionEnded(error)) return
    toast.info(t('session.endedToast'), { id: 'session-ended' })
    void queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
  }
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // `always`: the server may be on this machine, which works offline.
    defaultOptions: {
      queries: { networkMode: 'always', retry: isWorthRetrying, retryDelay: 500 },
      mutations: { networkMode: 'always' },
    },
  })
  return queryClient
}
