import { createClient, createQueries, type Transport } from '@openauth/client'
import type { Server, ServerProfile } from '../../ipc.ts'
import { callMain, connection, isInBrowser } from './transport.ts'

let onFailure: (error: unknown) => void = () => {}

/** Sets what is told each failure of a call, whoever made it: a query, a mutation or a form that calls the client itself. */
export const watchFailures = (listener: (error: unknown) => void): void => {
  onFailure = listener
}

const transport: Transport = async (...call) => {
  try {
    return await connection().transport(...call)
  } catch (error) {
    onFailure(error)
    throw error
  }
}

export const client = createClient(transport)
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
