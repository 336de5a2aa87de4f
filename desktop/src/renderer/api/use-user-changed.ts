import { useQueryClient } from '@tanstack/react-query'

/** Groups of calls whose answers a change of a user may alter. */
const touched: readonly unknown[] = ['users', 'audit', 'walletPolicies', 'stats']

/** Reads again what a change of a user touched; resolves once what is shown is up to date. */
export const useUserChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
}
