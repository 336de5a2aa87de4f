import { createClient, createQueries } from '@openauth/client'
import type { Server, ServerProfile } from '../../ipc.ts'
import { callMain, connection, isInBrowser } from './transport.ts'

export const client = createClient((...call) => connection().transport(...call))
/** Options of `useQuery` for calls that read, and of `useMutation` for calls that write. */
export const queries = createQueries(client)

/** The server in use, and whether the console is signed in there. */
export const serverQuery = {
  queryKey: ['server'],
  queryFn: (): Promise<Server> => connection().server(),
  staleTime: Infinity,
}

/** The desktop console's list of servers; empty in a browser, which has the server of its pages. */
export const serversQuery = {
  queryKey: ['server', 'list'],
  queryFn: async (): Promise<ServerProfile[]> => (isInBrowser() ? [] : callMain('servers.list')),
  staleTime: Infinity,
}
