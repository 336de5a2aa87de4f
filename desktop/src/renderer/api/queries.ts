import { createClient, createQueries } from '@openauth/client'
import type { Server } from '../../ipc.ts'
import { connection } from './transport.ts'

export const client = createClient((...call) => connection().transport(...call))
/** Options of `useQuery` for calls that read, and of `useMutation` for calls that write. */
export const queries = createQueries(client)

/** The server in use, and whether the console is signed in there. */
export const serverQuery = {
  queryKey: ['server'],
  queryFn: (): Promise<Server> => connection().server(),
  staleTime: Infinity,
}

/** Sets the server. Throws an ApiError with an issue at `address` if it is invalid. */
export const setServer = (address: string): Promise<Server> => connection().setServer(address)
