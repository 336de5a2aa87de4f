import { createClient, createQueries } from '@openauth/client'
import type { Server } from '../../ipc.ts'
import { ipcTransport, resultOf } from './transport.ts'

export const client = createClient(ipcTransport(() => window.openauth))
/** Options of `useQuery` for calls that read, and of `useMutation` for calls that write. */
export const queries = createQueries(client)

/** The server in use, and whether the console is signed in there. */
export const serverQuery = {
  queryKey: ['server'],
  queryFn: async (): Promise<Server> => resultOf(await window.openauth['server.get']()),
  staleTime: Infinity,
}

/** Sets the server. Throws an ApiError with an issue at `address` if it is invalid. */
export const setServer = async (address: string): Promise<Server> =>
  resultOf(await window.openauth['server.set']({ address }))
