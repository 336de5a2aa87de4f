import { type Admin, ApiError } from '@openauth/client'
import { toast } from '@openauth/ui/toaster'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { faultOf } from '../../connection-fault.ts'
import { t } from '../i18n/i18n.ts'
import { roleTitles } from '../lib/roles.ts'
import { reportOutcome, watchConnection } from './connection-state.ts'
import { client, queries, serverQuery, watchFailures } from './queries.ts'
import { hasEnded } from './session-end.ts'

/** Whether the server refuses the token. A wrong password is 401 too, with another code. */
export const hasSessionEnded = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401 && error.code === 'unauthorized'

/** Whether the server refuses a call because of the own role or apps. */
const isOutOfRights = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'role_too_low' || error.code === 'outside_your_apps')

/** One retry, and none after a time-out: the operator has waited half a minute by then. */
const isWorthRetrying = (failures: number, error: unknown): boolean =>
  failures < 1 &&
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500) &&
  faultOf(error.code) !== 'timeout'

/** Removes all cached answers of a server, which another server or another admin must not see. */
export const clearQueries = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== serverQuery.queryKey[0] })

/** Makes the calls again that have failed, such as those of a session that had ended. */
export const refetchFailed = (queryClient: QueryClient): Promise<void> =>
  queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })

/**
 * After a session's end: where screens are open they stay, with what was typed, and a dialog asks to sign in again;
 * otherwise the sign-in page is shown.
 */
const endSession = (queryClient: QueryClient): void => {
  if (queryClient.getQueryData(queries.setup.whoami().queryKey)) return hasEnded.set(true)
  toast.info(t('session.endedToast'), { id: 'session-ended' })
  void queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
}

const sameApps = (a: Admin['apps'], b: Admin['apps']): boolean => a?.toSorted().join() === b?.toSorted().join()

/**
 * After a call that the own role or apps do not allow: reads them anew and says what an owner changed. Screens and what they
 * offer follow.
 */
const readRights = async (queryClient: QueryClient): Promise<void> => {
  const { queryKey, queryFn } = queries.setup.whoami()
  const before = queryClient.getQueryData<Admin>(queryKey)
  // Where it cannot be read, the next refused call tries again.
  const now = await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => undefined)
  if (!before || before.id !== now?.id) return
  if (before.role !== now.role) toast.warning(t('roles.changed', { role: t(roleTitles[now.role]) }), { id: 'rights' })
  if (sameApps(before.apps, now.apps)) return
  toast.warning(t('roles.changedApps'), { id: 'rights-apps' })
  await queryClient.invalidateQueries({ queryKey: queries.apps.list().queryKey })
}

/** Creates the window's query client, which also watches the connection and the session. */
export const createQueryClient = (): QueryClient => {
  const onSuccess = () => reportOutcome(undefined)
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: reportOutcome,
      // The server query asks the console itself.
      onSuccess: (_, { queryKey }) => queryKey[0] !== serverQuery.queryKey[0] && onSuccess(),
    }),
    mutationCache: new MutationCache({ onSuccess }),
    // `always`: the server may be on this machine, which works offline.
    defaultOptions: {
      queries: { networkMode: 'always', retry: isWorthRetrying, retryDelay: 500 },
      mutations: { networkMode: 'always' },
    },
  })
  watchFailures((error, isOfEarlierSession) => {
    reportOutcome(error)
    if (isOutOfRights(error)) return void readRights(queryClient)
    if (!hasSessionEnded(error)) return
    // The refusal of an earlier session says nothing of the current one: the call is repeated once it has failed.
    if (isOfEarlierSession) setTimeout(() => void refetchFailed(queryClient))
    else endSession(queryClient)
  })
  watchConnection(
    () => client.setup.config(),
    () => void refetchFailed(queryClient),
  )
  return queryClient
}
