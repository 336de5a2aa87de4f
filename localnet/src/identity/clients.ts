import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import { type RedirectProvider, redirectProviders } from '@openauth/client'
import { stable } from './people.ts'

export interface Client {
  clientId: string
  clientSecret: string
}
/** TikTok calls the id a client key. */
export interface TikTokClient extends Client {
  clientKey: string
}
export interface AppleClient {
  /** A Services ID. */
  clientId: string
  teamId: string
  keyId: string
  /** PKCS#8 PEM, as in the .p8 file that Apple lets one download once. */
  privateKey: string
}

/** Two clients of each provider: that of the app under test, and a foreign one. */
export interface Pair<C> {
  own: C
  foreign: C
}
export interface Clients {
  google: Pair<Client>
  discord: Pair<Client>
  twitter: Pair<Client>
  tiktok: Pair<TikTokClient>
  github: Pair<Client>
  huggingface: Pair<Client>
  line: Pair<Client>
  apple: Pair<AppleClient>
}

/** The same key in every run, so that what an app has stored stays valid when the identity world starts again. */
const p256 = (seed: string): KeyObject => {
  const secret = Buffer.from(stable(seed), 'hex')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(secret)
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x, y }
  return createPrivateKey({ key: jwk, format: 'jwk' })
}

const pem = (seed: string): string => p256(seed).export({ type: 'pkcs8', format: 'pem' }).toString()

const secret = (words: string, length = 32): string =>
  Buffer.from(stable('client secret of', words), 'hex').toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, length)

const pair = <C>(of: (owner: 'own' | 'foreign', digit: number) => C): Pair<C> => ({
  own: of('own', 1),
  foreign: of('foreign', 2),
})

/** The clients of every provider. */
export const registeredClients = (): Clients => ({
  google: pair((owner, digit) => ({
    clientId: `40740871819${digit}-${stable('google', owner).slice(0, 32)}.apps.googleusercontent.com`,
    clientSecret: `GOCSPX-${secret(`google ${owner}`, 28)}`,
  })),
  discord: pair((owner, digit) => ({
    clientId: `15792845390022246${digit}0`,
    clientSecret: secret(`discord ${owner}`),
  })),
  twitter: pair((owner) => ({
    clientId: secret(`twitter id ${owner}`, 34),
    clientSecret: secret(`twitter ${owner}`, 43),
  })),
  tiktok: pair((owner) => {
    const clientKey = `aw${stable('tiktok', owner).slice(0, 16)}`
    return { clientId: clientKey, clientKey, clientSecret: secret(`tiktok ${owner}`) }
  }),
  github: pair((owner) => ({
    clientId: `Ov23li${secret(`github id ${owner}`, 14)}`,
    clientSecret: stable('github', owner).slice(0, 40),
  })),
  huggingface: pair((owner, digit) => ({
    clientId: `1c7f0f5e-53c4-4d0c-9c6a-8a3d5f0b7c0${digit}`,
    clientSecret: `oauth_app_secret_${secret(`huggingface ${owner}`, 30)}`,
  })),
  line: pair((owner, digit) => ({
    clientId: `200638701${digit}`,
    clientSecret: stable('line', owner).slice(0, 32),
  })),
  apple: pair((owner, digit) => ({
    clientId: `com.example.${owner}.web`,
    teamId: `TEAM00000${digit}`,
    keyId: `KEY000000${digit}`,
    privateKey: pem(`apple ${owner}`),
  })),
})

export type AnyClient = Clients[RedirectProvider]['own']

/** The provider's client with this id, own or foreign; undefined if there is none. */
export const findClient = <P extends RedirectProvider>(
  clients: Clients,
  provider: P,
  clientId: string | undefined,
): Clients[P]['own'] | undefined => {
  const { own, foreign }: Pair<AnyClient> = clients[provider]
  return [own, foreign].find((client) => client.clientId === clientId)
}

const callback = (provider: RedirectProvider): RegExp =>
  new RegExp(
    `^http://(?:127\\.0\\.0\\.1|localhost):\\d{1,5}/auth/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/${provider}/callback$`,
  )
const callbacks = Object.fromEntries(redirectProviders.map((name) => [name, callback(name)]))

/** Whether the redirect address of a token request is registered, or absent. */
export const isKnownRedirect = (
  provider: RedirectProvider,
  form: URLSearchParams,
  added: ReadonlySet<string>,
): boolean => {
  const redirectUri = form.get('redirect_uri')
  return redirectUri === null || isRegistered(provider, redirectUri, added)
}

/** Callbacks of apps on loopback are registered for every client, and those that a test adds. */
export const isRegistered = (provider: RedirectProvider, redirectUri: string, added: ReadonlySet<string>): boolean =>
  added.has(redirectUri) || Boolean(callbacks[provider]?.test(redirectUri))
