/** The system's keychain: macOS Keychain, Windows Credential Manager, or the Secret Service of a Linux desktop. */
export interface Keychain {
  read: (account: string) => Promise<string | undefined>
  write: (account: string, token: string) => Promise<void>
  remove: (account: string) => Promise<void>
}

const SERVICE = 'openauth'
/** Milliseconds: a locked keychain asks its owner, who may be away. */
const PATIENCE = 30_000

/**
 * Opens the keychain; undefined where there can be none. The library is native and optional: it is loaded when a token is read or
 * stored. On Linux it is pinned to the Secret Service, because the kernel's keyring, to which it falls back, forgets at a restart.
 */
export const openKeychain = async (env: Record<string, string | undefined>): Promise<Keychain | undefined> => {
  if (process.platform === 'linux' && !env['DBUS_SESSION_BUS_ADDRESS'] && !env['XDG_RUNTIME_DIR']) return undefined
  const library = await import('@napi-rs/keyring').catch(() => undefined)
  if (!library) return undefined
  const entryOf = (account: string) => new library.AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } })
  const soon = () => AbortSignal.timeout(PATIENCE)
  return {
    read: async (account) => (await entryOf(account).getPassword(soon())) ?? undefined,
    write: (account, token) => entryOf(account).setPassword(token, soon()),
    remove: async (account) => void (await entryOf(account).deletePassword(soon())),
  }
}
