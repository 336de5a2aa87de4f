import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Server } from '../ipc.ts'

/** Encrypts for this user of this machine: the system's key store. */
export interface TokenStore {
  /** Whether there is a key store that keeps the key from other programs' easy reach. */
  isAvailable: () => Promise<boolean>
  seal: (text: string) => Promise<Buffer>
  open: (sealed: Buffer) => Promise<string>
}

/** The token is sealed together with the address that gave it: changing the file's address does not redirect it. */
const Stored = z.object({ address: z.string().nullable(), sealed: z.string().optional() })
const Sealed = z.object({ address: z.string(), token: z.string() })
type SignedIn = z.infer<typeof Sealed>

/** The server in use and the admin token for it. */
export interface Session {
  server: () => Server
  /** The address with the token that this address gave, if any. */
  current: () => { address: string | null; token: string | undefined }
  setAddress: (address: string) => Promise<void>
  signIn: (signedIn: SignedIn) => Promise<void>
  /** Forgets the token if it is still this one: an answer that comes late ends no newer session. */
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

const unseal = async (sealed: string | undefined, vault: TokenStore): Promise<SignedIn | undefined> => {
  if (!sealed || !(await vault.isAvailable())) return undefined
  try {
    return Sealed.parse(JSON.parse(await vault.open(Buffer.from(sealed, 'base64'))))
  } catch {
    // Another machine's file, or a key that is gone: signing in again makes a new one.
    return undefined
  }
}

const store = async (file: string, address: string | null, signedIn: SignedIn | undefined, vault: TokenStore) => {
  const sealed = signedIn && (await vault.isAvailable()) ? await vault.seal(JSON.stringify(signedIn)) : undefined
  const partial = `${file}.new`
  await writeFile(partial, JSON.stringify({ address, sealed: sealed?.toString('base64') }), { mode: 0o600 })
  // `mode` counts only for a new file, and an interrupted write may have left one.
  await chmod(partial, 0o600)
  await rename(partial, file)
}

/**
 * Opens what the console remembers, kept in `file` (mode 0600). The token is written only where the vault is available;
 * elsewhere it lives as long as the process.
 */
export const openSession = async (file: string, vault: TokenStore): Promise<Session> => {
  const stored = await readStored(file)
  let { address } = stored
  let signedIn = await unseal(stored.sealed, vault)
  let writing = Promise.resolve()
  const tokenHere = () => (signedIn?.address === address ? signedIn?.token : undefined)
  // One after another, each with the state of its turn. A full disk costs the memory of this, not the session.
  const save = () => {
    writing = writing
      .then(() => store(file, address, signedIn, vault))
      .catch((error: unknown) => process.emitWarning(`The console could not save its settings: ${String(error)}`))
    return writing
  }
  return {
    server: () => ({ address, signedIn: tokenHere() !== undefined }),
    current: () => ({ address, token: tokenHere() }),
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
