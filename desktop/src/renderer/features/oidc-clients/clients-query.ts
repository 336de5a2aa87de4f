import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'

/** An OIDC client as the console reads it. */
export type OidcClient = Awaited<ReturnType<typeof client.oidcClients.list>>[number]

/** The OIDC clients of an app by name. */
export const clientsQuery = (appId: string) =>
  queryOptions({
    queryKey: ['oidcClients', 'all', appId],
    queryFn: ({ signal }) => client.oidcClients.list({ appId }, { signal }),
  })

/** Reads anew what a change of a client touches. */
export const useClientsChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  const touched: readonly unknown[] = ['oidcClients', 'audit']
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
}
