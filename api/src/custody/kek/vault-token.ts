import { open, stat } from 'node:fs/promises'
import { backendRefused, CustodyError } from '../errors.ts'

const MAX_BYTES = 16 * 1024
const OTHERS = 0o007

/** `fresh` reads the file even if it looks unchanged. */
export type VaultToken = (fresh?: boolean) => Promise<string>

/**
 * The token in a file, as a Vault agent's file sink writes it; read again when the file changes, since tokens expire
 * and are renewed. Throws backend_refused: file missing, readable by everyone, or not a token.
 * https://developer.hashicorp.com/vault/docs/agent-and-proxy/autoauth/sinks/file
 */
export function vaultTokenFile(path: string, backend: string): VaultToken {
  let known = { version: '', token: '' }
  return async (fresh = false) => {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true }).catch(unreadable(path, backend))
    const version = `${ino} ${size} ${mtimeNs} ${ctimeNs}`
    if (fresh || version !== known.version)
      known = { version, token: await readToken(path, backend).catch(unreadable(path, backend)) }
    return known.token
  }
}

async function readToken(path: string, backend: string): Promise<string> {
  const refuse = (what: string) => backendRefused(backend, `cannot be used: ${what}`, `Look at the token file ${path}.`)
  const file = await open(path, 'r')
  try {
    const { mode, size } = await file.stat()
    if (process.platform !== 'win32' && mode & OTHERS)
      throw refuse('its token file is readable by every user, make it 0640 or stricter')
    if (size > MAX_BYTES) throw refuse('its token file is too large')
    const token = (await file.readFile('latin1')).trim()
    // Characters that a header cannot carry are excluded too.
    if (!/^[\x21-\x7e]+$/.test(token)) throw refuse('its token file holds no token')
    return token
  } finally {
    await file.close()
  }
}

const unreadable = (path: string, backend: string) => (error: unknown) => {
  if (error instanceof CustodyError) throw error
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
  throw backendRefused(backend, `cannot be used: its token file ${path} is not readable (${code})`, 'Provide it.')
}
