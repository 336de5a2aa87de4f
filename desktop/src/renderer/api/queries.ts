import { type Client, createClient, createQueries, type Queries, type Transport } from '@openauth/client'
import type { Server, ServerProfile } from '../../ipc.ts'
import { withApprovals } from './approval-reason.ts'
import { countRenewals } from './session-end.ts'
import { callMain, connection, isInBrowser } from './transport.ts'

/** `isOfEarlierSession`: the call began before the operator signed in again. */
type FailureListener = (error: unknown, isOfEarlierSession: boolean) => void

let onFailure: FailureListener = () => {}

/** Sets the listener that gets the error of every failed call, whether by a query, a mutation or the client itself. */
export const watchFailures = (listener: FailureListener): void => {
  onFailure = listener
}

const transport: Transport = async (...call) => {
  const renewals = countRenewals()
  try {
    return await connection().transport(...call)
  } catch (error) {
    onFailure(error, renewals !== countRenewals())
    throw error
  }
}

export const client: Client = createClient(withApprovals(transport))
/** Options of `useQuery` for calls that read, and of `useMutation` for calls that write. */
export const queries: Queries = createQueries(client)

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
