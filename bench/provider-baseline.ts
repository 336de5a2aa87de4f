// Baseline of the token endpoint: oidc-provider alone, with what it stores in memory as objects, one client and one user. POST /mint makes
// refresh tokens.
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'

const kinds = new Map<string, Map<string, AdapterPayload>>()

/** Nothing expires, which is faster than a store whose entries do. */
const adapterOf = (kind: string): Adapter => {
  const entries = kinds.get(kind) ?? new Map<string, AdapterPayload>()
  kinds.set(kind, entries)
  const none = async () => undefined
  return {
    upsert: async (id, payload) => void entries.set(id, payload),
    find: async (id) => entries.get(id),
    consume: async (id) => void Object.assign(entries.get(id) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
    destroy: async (id) => void entries.delete(id),
    findByUid: none,
    findByUserCode: none,
    revokeByGrantId: none,
  }
}

const clientId = process.env.BENCH_CLIENT!
const accountId = 'user'
const scope = 'openid offline_access'
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const server = createServer().listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const provider = new Provider(url, {
  adapter: adapterOf,
  clients: [
    {
      client_id: clientId,
      client_secret: process.env.BENCH_SECRET!,
      redirect_uris: ['https://client.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  cookies: { keys: ['bench'] },
  features: { devInteractions: { enabled: false } },
  findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256', use: 'sig' }] },
  rotateRefreshToken: true,
  ttl: { AccessToken: 900, Grant: 86_400, IdToken: 3600, RefreshToken: 86_400, Session: 86_400, Interaction: 1800 },
})

const mint = async (count: number): Promise<string[]> => {
  const client = (await provider.Client.find(clientId))!
  return Promise.all(
    Array.from({ length: count }, async () => {
      const grant = new provider.Grant({ clientId, accountId })
      grant.addOIDCScope(scope)
      const grantId = await grant.save()
      const token = new provider.RefreshToken({ accountId, client, grantId, scope, gty: 'authorization_code' } as never)
      return token.save()
    }),
  )
}

const handle = provider.callback()
server.on('request', (request, response) => {
  const count = /^\/mint\?count=(\d+)$/.exec(request.url ?? '')?.[1]
  if (count === undefined) void handle(request, response)
  else void mint(Number(count)).then((tokens) => response.end(JSON.stringify(tokens)))
})
console.log(`ready at ${url}`)
process.on('SIGTERM', () => process.exit(0))
