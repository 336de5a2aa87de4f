import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Server } from '../ipc.ts'

/** Encryption with the operating system's key store. */
export interface TokenStore {
  /** Whether the system has a key store that protects the key from other programs. */
  isAvailable: () => Promise<boolean>
  seal: (text: string) => Promise<Buffer>
  open: (sealed: Buffer) => Promise<string>
}

/** The token is sealed together with its server's address, so that editing the file's address does not redirect it. */
const Stored = z.object({ address: z.string().nullable(), sealed: z.string().optional() })
const Sealed = z.object({ address: z.string(), token: z.string() })
type SignedIn = z.infer<typeof Sealed>

/** The server in use and the admin token for it. */
export interface Session {
  server: () => Server
  /** The address, and the token if it belongs to this address. */
  current: () => { address: string | null; token: string | undefined }
  setAddress: (address: string) => Promise<void>
  signIn: (signedIn: SignedIn) => Promise<void>
  /** Removes the token if it is still the current one, so that a late answer does not end a newer session. */
  signOut: (token: string) => Promise<void>
}

const readStored = async (file: string): Promise<z.infer<typeof Stored>> => {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return Stored.parse(JSON.parse(text))
  } catch {
    return { address: null }
  }
}

const unseal = async (sealed: string | undefined, tokenStore: TokenStore): Promise<SignedIn | undefined> => {
  if (!sealed || !(await tokenStore.isAvailable())) return undefined
  try {
    return Sealed.parse(JSON.parse(await tokenStore.open(Buffer.from(sealed, 'base64'))))
  } catch {
    // The file comes from another machine or the key is gone. Signing in again creates a new one.
    return undefined
  }
}

const store = async (file: string, address: string | null, signedIn: SignedIn | undefined, tokenStore: TokenStore) => {
  const sealed =
    signedIn && (await tokenStore.isAvailable()) ? await tokenStore.seal(JSON.stringify(signedIn)) : undefined
  const partial = `${file}.new`
  await writeFile(partial, JSON.stringify({ address, sealed: sealed?.toString('base64') }), { mode: 0o600 })
  // `mode` applies only to a new file, and an interrupted write may have left an old one.
  await chmod(partial, 0o600)
  await rename(partial, file)
}

/**
 * Opens the session stored in `file` (mode 0600). The token is written only if the key store is available; otherwise it
 * stays in memory.
 */
export const openSession = async (file: string, tokenStore: TokenStore): Promise<Session> => {
  const stored = await readStored(file)
  let { address } = stored
  let signedIn = await unseal(stored.sealed, tokenStore)
  let writing = Promise.resolve()
  const currentToken = () => (signedIn?.address === address ? signedIn?.token : undefined)
  // Writes run in sequence, each with the state at its start. A failed write does not end the session.
  const save = () => {
    writing = writing
      .then(() => store(file, address, signedIn, tokenStore))
      .catch((error: unknown) => process.emitWarning(`The console could not save its settings: ${String(error)}`))
    return writing
  }
  return {
    server: () => ({ address, signedIn: currentToken() !== undefined }),
    current: () => ({ address, token: currentToken() }),
    setAddress: async (next) => {
      if (next !== address) signedIn = undefined
      address = next
      await save()
    },
    signIn: async (next) => {
      if (next.address !== address) return
      signedIn = next
      await save()
    },
    signOut: async (token) => {
      if (signedIn?.token !== token) return
      signedIn = undefined
      await save()
    },
  }
}
