import type { App } from '@openauth/client'
import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'

/** A login method of an app as an operator sets it up. */
export type MethodSetup = Awaited<ReturnType<typeof client.loginMethods.list>>[number]

/** The login methods of an app and the app itself, whose version a change of them names. */
export interface MethodsOfApp {
  app: App
  methods: MethodSetup[]
}

/** Reads the app before its methods: what is shown is never older than the version that a change names. */
export const methodsQuery = (appId: string) => ({
  queryKey: ['loginMethods', 'withApp', { appId }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<MethodsOfApp> => {
    const app = await client.apps.get({ id: appId }, { signal })
    return { app, methods: await client.loginMethods.list({ appId }, { signal }) }
  },
})

/** Groups of calls whose answers a change of a login method may alter. */
const touched: readonly unknown[] = ['apps', 'loginMethods', 'attention', 'audit']

/** Reads again what a change of a login method touched; resolves once what is shown is up to date. */
export const useMethodsChanged = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => touched.includes(queryKey[0]) })
}
