import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'

/** A connection as the client reads it. */
export type Connection = Awaited<ReturnType<typeof client.oidcConnections.list>>[number]

/** The connections of an app by key. */
export const connectionsQuery = (appId: string) =>
  queryOptions({
    queryKey: ['oidcConnections', 'all', appId],
    queryFn: ({ signal }) => client.oidcConnections.list({ appId }, { signal }),
  })

/** Reads anew what a change of a connection touches. */
export const useConnectionsChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  const touched: readonly unknown[] = ['oidcConnections', 'loginMethods', 'attention', 'audit']
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
}
