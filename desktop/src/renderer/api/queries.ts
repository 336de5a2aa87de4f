import { createClient, createQueries } from '@openauth/client'
import type { Server } from '../../ipc.ts'
import { ipcTransport, resultOf } from './transport.ts'

export const client = createClient(ipcTransport(() => window.openauth))
/** Options for `useQuery` on the calls that read, and for `useMutation` on those that change something. */
export const queries = createQueries(client)

/** The server in use, and whether the console is signed in there. */
export const serverQuery = {
  queryKey: ['server'],
  queryFn: async (): Promise<Server> => resultOf(await window.openauth['server.get']()),
  staleTime: Infinity,
}

/** Chooses a server; throws an ApiError with an issue at `address` where that is none. */
export const setServer = async (address: string): Promise<Server> =>
  resultOf(await window.openauth['server.set']({ address }))
