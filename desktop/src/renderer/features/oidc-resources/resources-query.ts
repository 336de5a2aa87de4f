import type { OidcResource } from '@openauth/client'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'

/** The API resources of an app by name. */
export const resourcesQuery = (appId: string) =>
  queryOptions({
    queryKey: ['oidcResources', 'all', appId],
    queryFn: ({ signal }): Promise<OidcResource[]> => client.oidcResources.list({ appId }, { signal }),
  })

/** Reads anew what a change of a resource touches. */
export const useResourcesChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  const touched: readonly unknown[] = ['oidcResources', 'audit']
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
}
