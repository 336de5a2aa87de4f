import { randomBytes } from 'node:crypto'
import { type BackendServer, type Call, type Reply, serveBackend } from './http.ts'
import { createTransit, refuse, Refusal } from './vault-keys.ts'

interface VaultOptions {
  port?: number
  mount?: string
  /** If set, every call needs this header. */
  namespace?: string
  /** Ignores `associated_data`, as Vault did before 1.9. */
  ignoresContext?: boolean
}

export interface Vault extends BackendServer {
  /** The first token. */
  token: string
  /** Another token with the same policy. */
  issueToken: () => string
  /** Refuses the token from now on. */
  revokeToken: (token: string) => void
  createKey: (name: string, options?: { type?: string; derived?: boolean }) => void
  /** Creates a new latest version and returns its number. */
  rotateKey: (name: string) => number
  configureKey: (name: string, config: { min_decryption_version?: number; min_encryption_version?: number }) => void
  /** Deletes the key with all versions. A key that is created again has other material and starts at version 1. */
  deleteKey: (name: string) => void
  /** A sealed Vault answers 503 to every call. */
  seal: (sealed: boolean) => void
}

const errors = (status: number, ...texts: string[]): Reply => ({ status, body: { errors: texts } })

const success = (data: unknown): Reply => ({
  status: 200,
  body: { request_id: randomBytes(8).toString('hex'), lease_id: '', renewable: false, lease_duration: 0, data },
})

const newToken = () => `hvs.${randomBytes(24).toString('base64url')}`

/** The operation, such as `encrypt`, `decrypt`, `rewrap` or `read`, and the key's name. */
const routeOf = ({ method, path }: Call, mount: string): { operation: string; key: string } => {
  const [, first = '', key = '', action] =
    new RegExp(`^/v1/${mount}/([a-z]+)/([^/?]+)(?:/([a-z]+))?$`).exec(decodeURI(path)) ?? []
  if (first !== 'keys') return { operation: first, key }
  return { operation: action ?? (method === 'GET' ? 'read' : 'create'), key }
}

/** The reply to a call that may be made. */
const perform = (transit: ReturnType<typeof createTransit>, call: Call, mount: string): Reply => {
  const { operation, key } = routeOf(call, mount)
  try {
    const input = call.body.length === 0 ? {} : (JSON.parse(call.body.toString()) as Record<string, unknown>)
    return success(transit.run(operation, key, input))
  } catch (error) {
    if (error instanceof Refusal) return errors(error.status, ...(error.message ? [error.message] : []))
    return errors(400, 'failed to parse JSON input')
  }
}

/**
 * Vault's transit engine on loopback: `/v1/<mount>/encrypt|decrypt|rewrap|keys/<key>`, token and namespace headers,
 * `{"data": …}` and `{"errors": […]}`, key versions, rotation and authenticated associated data.
 * https://developer.hashicorp.com/vault/api-docs/secret/transit
 */
export const startVault = async (options: VaultOptions = {}): Promise<Vault> => {
  const { port = 0, mount = 'transit', namespace, ignoresContext = false } = options
  const token = newToken()
  const tokens = new Set([token])
  const transit = createTransit(ignoresContext)
  let sealed = false

  const answer = (call: Call): Reply => {
    if (sealed) return errors(503, 'Vault is sealed')
    if (!tokens.has(call.headers['x-vault-token'] ?? '')) return errors(403, 'permission denied')
    if (call.headers['x-vault-namespace'] !== namespace) return errors(403, 'permission denied')
    return perform(transit, call, mount)
  }
  const server = await serveBackend(
    {
      contentType: 'application/json',
      operationOf: (call) => routeOf(call, mount).operation,
      answer,
      throttled: errors(429, 'request path "transit": rate limit quota exceeded'),
      failed: errors(500, 'internal error'),
    },
    port,
  )
  return {
    ...server,
    token,
    issueToken: () => {
      const another = newToken()
      tokens.add(another)
      return another
    },
    revokeToken: (old) => void tokens.delete(old),
    createKey: (name, more = {}) => void transit.run('create', name, { ...more }),
    rotateKey: (name) => transit.rotate(name),
    configureKey: (name, config) => void transit.run('config', name, { ...config }),
    deleteKey: (name) => {
      if (!transit.delete(name)) refuse(404, '')
    },
    seal: (value) => void (sealed = value),
  }
}
