import { ApiError } from '@openauth/client'
import type { Server, ServerProfile } from '../ipc.ts'
import { type KnownServer, nameOf, readServers, type TokenStore, writeServers } from './session-file.ts'

interface SignedIn {
  address: string
  token: string
}

/** The servers of the console, the one in use, and the admin token for each. */
export interface Session {
  server: () => Server
  servers: () => ServerProfile[]
  /** The address in use, and the token for it. */
  current: () => { address: string | null; token: string | undefined }
  /** Uses a server from now on; adds one that is not in the list. Another server's token stays with that server. */
  use: (address: string, name?: string) => Promise<void>
  rename: (address: string, name: string) => Promise<void>
  /** Removes a server and its token. */
  remove: (address: string) => Promise<void>
  /** Stores the token of a server of the list; of a server that was removed meanwhile it is dropped. */
  signIn: (signedIn: SignedIn) => Promise<void>
  /** Removes a server's token if it is still this one, so that a late answer does not end a newer session. */
  signOut: (signedIn: SignedIn) => Promise<void>
}

const notFound = () => new ApiError(404, { code: 'server_not_found', message: 'The server is not in the list' })

/**
 * Opens the session stored in `file`. A token is written only if the key store is available; otherwise it stays in
 * memory.
 */
export const openSession = async (file: string, tokenStore: TokenStore): Promise<Session> => {
  let { current, servers } = await readServers(file, tokenStore)
  let writing = Promise.resolve()
  const find = (address: string | null) => servers.find((server) => server.address === address)
  // Writes run in sequence, each with the state at its start. A failed write does not end the session.
  const save = () => {
    writing = writing
      .then(() => writeServers(file, { current, servers }, tokenStore))
      .catch((error: unknown) => process.emitWarning(`The console could not save its settings: ${String(error)}`))
    return writing
  }
  const change = (address: string, changes: Partial<KnownServer>) => {
    servers = servers.map((server) => (server.address === address ? { ...server, ...changes } : server))
    return save()
  }
  return {
    server: () => ({ address: current, signedIn: find(current)?.token !== undefined }),
    servers: () => servers.map(({ address, name, token }) => ({ address, name, signedIn: token !== undefined })),
    current: () => ({ address: current, token: find(current)?.token }),
    use: async (address, name) => {
      if (!find(address)) servers = [...servers, { address, name: name ?? nameOf(address) }]
      current = address
      await (name === undefined ? save() : change(address, { name }))
    },
    rename: async (address, name) => {
      if (!find(address)) throw notFound()
      await change(address, { name })
    },
    remove: async (address) => {
      if (!find(address)) throw notFound()
      servers = servers.filter((server) => server.address !== address)
      if (current === address) current = null
      await save()
    },
    signIn: ({ address, token }) => change(address, { token }),
    signOut: async ({ address, token }) => {
      if (find(address)?.token === token) await change(address, { token: undefined })
    },
  }
}
