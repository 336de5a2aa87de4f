import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import * as z from 'zod'

/** Encryption with the operating system's key store. */
export interface TokenStore {
  /** Whether the system has a key store that protects the key from other programs. */
  isAvailable: () => Promise<boolean>
  seal: (text: string) => Promise<Buffer>
  open: (sealed: Buffer) => Promise<string>
}

/** A server of the list, with the token of the session there. */
export interface KnownServer {
  address: string
  name: string
  token?: string | undefined
}

export interface Servers {
  /** The address of the server in use. */
  current: string | null
  servers: KnownServer[]
}

const StoredServer = z.object({ address: z.string(), name: z.string(), sealed: z.string().optional() })
const Stored = z.object({ current: z.string().nullable(), servers: z.array(StoredServer) })
/** The file's form without a list: one server. */
const StoredSingle = z
  .object({ address: z.string(), sealed: z.string().optional() })
  .transform(({ address, sealed }): z.infer<typeof Stored> => ({
    current: address,
    servers: [{ address, name: nameOf(address), sealed }],
  }))
/** A token is sealed together with its server's address, so that editing the file's address does not redirect it. */
const Sealed = z.object({ address: z.string(), token: z.string() })

/** The name of a server to which none was given: its host and path. */
export const nameOf = (address: string): string => address.replace(/^https?:\/\//, '')

const readStored = async (file: string): Promise<z.infer<typeof Stored>> => {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return Stored.or(StoredSingle).parse(JSON.parse(text))
  } catch {
    return { current: null, servers: [] }
  }
}

const unseal = async (
  { address, sealed }: z.infer<typeof StoredServer>,
  tokenStore: TokenStore,
): Promise<string | undefined> => {
  if (!sealed || !(await tokenStore.isAvailable())) return undefined
  try {
    const signedIn = Sealed.parse(JSON.parse(await tokenStore.open(Buffer.from(sealed, 'base64'))))
    return signedIn.address === address ? signedIn.token : undefined
  } catch {
    // The file comes from another machine or the key is gone. Signing in again creates a new one.
    return undefined
  }
}

/** Reads the list of servers; a file that is damaged or absent has none. */
export const readServers = async (file: string, tokenStore: TokenStore): Promise<Servers> => {
  const { current, servers } = await readStored(file)
  const known: KnownServer[] = []
  // One after the other: a key store may ask the operator once for permission.
  for (const server of servers) {
    const { address, name } = server
    known.push({ address, name, token: await unseal(server, tokenStore) })
  }
  return { current: known.some(({ address }) => address === current) ? current : null, servers: known }
}

const seal = async ({ address, token }: KnownServer, tokenStore: TokenStore): Promise<string | undefined> => {
  if (!token || !(await tokenStore.isAvailable())) return undefined
  return (await tokenStore.seal(JSON.stringify({ address, token }))).toString('base64')
}

/** Writes the list of servers (mode 0600), with their tokens if the key store is available. */
export const writeServers = async (
  file: string,
  { current, servers }: Servers,
  tokenStore: TokenStore,
): Promise<void> => {
  const stored = await Promise.all(
    servers.map(async (server) => ({
      address: server.address,
      name: server.name,
      sealed: await seal(server, tokenStore),
    })),
  )
  const partial = `${file}.new`
  await writeFile(partial, JSON.stringify({ current, servers: stored }), { mode: 0o600 })
  // `mode` applies only to a new file, and an interrupted write may have left an old one.
  await chmod(partial, 0o600)
  await rename(partial, file)
}
