import { useQueryClient } from '@tanstack/react-query'

/** Groups of calls whose answers a change of a user may alter. */
const touched: readonly unknown[] = ['users', 'audit', 'walletPolicies', 'stats']

/** Reloads the answers that a change of a user may alter; resolves once they have arrived. */
export const useUserChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
}
