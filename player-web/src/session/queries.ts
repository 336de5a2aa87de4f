import { type EndpointTable, queriesOf, type QueriesOf } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMemo } from 'react'

/**
 * Query options for the calls of a table with this page's session; every key ends with the user's id. The table names the
 * groups that a screen calls, so that it loads no others; define it outside the component.
 */
export const useCallQueries = <T extends EndpointTable>(table: T): QueriesOf<T> => {
  const { callsOf, profile } = useOpenAuth()
  const userId = profile?.id
  return useMemo(() => queriesOf(table, callsOf(table), [userId]), [table, callsOf, userId])
}
