import { randomBytes } from 'node:crypto'
import type { RedirectProvider } from '@openauth/client'
import { type IdentityWorld, type Person, startIdentityWorld } from '@openauth/localnet/identity'
import { createOutbound, type OutboundOptions } from '../outbound.ts'
import { createProviders } from './index.ts'
import type { ClientCredentials, Obtained, RedirectLogin } from './types.ts'

/** The identity world's client of a provider, own or foreign, as in the app's settings. */
const credentialsOf = (world: IdentityWorld, owner: 'own' | 'foreign'): Record<RedirectProvider, ClientCredentials> => {
  const { apple, ...others } = world.clients
  const { clientId, ...key } = apple[owner]
  const entries = Object.entries(others).map(([provider, pair]) => [provider, pair[owner]])
  return {
    ...(Object.fromEntries(entries) as Record<RedirectProvider, ClientCredentials>),
    apple: { clientId, apple: key },
  }
}

const random = (): string => randomBytes(32).toString('base64url')

/** The identity world on loopback, and providers that use it. */
export const startProviders = async (options: OutboundOptions = {}) => {
  const world = await startIdentityWorld()
  const make = () => createProviders({ addresses: world.addresses, outbound: createOutbound(options) })
  const providers = make()
  const own = credentialsOf(world, 'own')
  const newLogin = (provider: RedirectProvider): RedirectLogin => ({
    client: own[provider],
    redirectUri: `http://127.0.0.1:5566/auth/5cbb2c6e-8b0b-4a55-9b0c-0b6c5f0a6f11/${provider}/callback`,
    state: random(),
    nonce: random(),
    verifier: random(),
  })
  /** Gives consent; returns the callback's parameters. */
  const callbackOf = async (provider: RedirectProvider, login: RedirectLogin, choice?: Person | 'cancel') => {
    const url = await providers[provider].start(login)
    return new URLSearchParams((await world.consent(url.href, choice)).fields)
  }
  const logIn = async (provider: RedirectProvider, choice?: Person | 'cancel'): Promise<Obtained> => {
    const login = newLogin(provider)
    return providers[provider].finish({ ...login, parameters: await callbackOf(provider, login, choice) })
  }
  /** `remake`: new providers, without cached keys and with closed circuits. */
  return { world, providers, remake: make, own, foreign: credentialsOf(world, 'foreign'), newLogin, callbackOf, logIn }
}

export type TestProviders = Awaited<ReturnType<typeof startProviders>>
