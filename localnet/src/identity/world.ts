import Fastify, { type FastifyInstance } from 'fastify'
import type { RedirectProvider } from '@openauth/client'
import { type Person, worldPeople } from './accounts.ts'
import { consentTo, mountConsent } from './consent.ts'
import { watchTraffic, type Fault, type RecordedRequest, type Traffic } from './faults.ts'
import { addressesAt, addressVariables, type ProviderAddresses } from './hosts.ts'
import { parseForms } from './http.ts'
import { mountIndex } from './index-page.ts'
import { type Algorithm, newKey } from './keys.ts'
import { startMailCatcher, type Outbox } from './outbox.ts'
import { mountOutbox } from './outbox-pages.ts'
import { mountPictures } from './pictures.ts'
import { standIns, type StandIns } from './registry.ts'
import type { ProviderFacts } from './stand-in.ts'
import { clock, newState } from './state.ts'
import type { OidcDevClient, State } from './model.ts'
import { telegramOf, type Telegram } from './telegram.ts'
import type { Return } from './authorization.ts'

type Clients = { [P in RedirectProvider]: StandIns[P]['clients'] }
/** The providers that sign identity tokens with published keys. */
type KeyHolder = { [P in RedirectProvider]: StandIns[P] extends { signsWith: Algorithm } ? P : never }[RedirectProvider]
type Issuers = {
  [P in RedirectProvider]: (
    options?: Parameters<StandIns[P]['issue']>[1],
  ) => Promise<Awaited<ReturnType<StandIns[P]['issue']>>>
}

const providers = Object.entries(standIns) as [RedirectProvider, ProviderFacts][]

/** What this gives for each provider, by its name. */
const each = <T>(of: (standIn: ProviderFacts, provider: RedirectProvider) => T) =>
  Object.fromEntries(providers.map(([name, standIn]) => [name, of(standIn, name)])) as Record<RedirectProvider, T>

const issuersOf = (state: State): Issuers =>
  each((standIn) => async (options?: object) => standIn.issue(state, options)) as unknown as Issuers

export interface IdentityWorld {
  /** http://127.0.0.1:PORT */
  url: string
  /** The base address of each provider's host. The real path follows it. */
  addresses: ProviderAddresses
  /** The same addresses as environment of the API server. */
  environment: Record<string, string>
  clients: Clients
  people: Person[]
  /** Tokens without a browser; by default of the own client and Player One. */
  issue: Issuers
  /**
   * Opens an authorization address as a browser does and makes the choice there. Resolves with the response, before it
   * is delivered.
   */
  consent: (authorizationUrl: string, choice?: Person | 'cancel') => Promise<Return>
  telegram: Telegram
  faults: { set: (fault: Fault) => void; clear: () => void }
  /** Adds a key that signs from now on; the old ones stay published unless they are dropped. */
  rotateKeys: (provider: KeyHolder, options?: { drop?: boolean }) => Promise<void>
  /** Sets the identity world's clock ahead by seconds, or back. Issued and valid times follow it. */
  clockSkew: (seconds: number) => void
  /** The providers' requests, oldest first. */
  requests: () => RecordedRequest[]
  clearRequests: () => void
  /** Registers a redirect address for every client, beside the callbacks on loopback. */
  registerRedirect: (redirectUri: string) => void
  /** Has Apple send the name again at the next consent. */
  forgetConsents: () => void
  outbox: Outbox
  stop: () => Promise<void>
}

const mounts = [mountConsent, ...providers.map(([, { mount }]) => mount), mountPictures, mountIndex]

const build = (state: State, traffic: Traffic): FastifyInstance => {
  const app = Fastify({ forceCloseConnections: true })
  parseForms(app)
  watchTraffic(app, traffic)
  app.addHook('onSend', async (_request, reply) => {
    if (state.skew !== 0) reply.header('date', new Date(clock(state) * 1000).toUTCString())
  })
  for (const mount of mounts) mount(app, state)
  return app
}

let firstKeys: Promise<State['keys']> | undefined

const newKeys = async (): Promise<State['keys']> => {
  const signers = providers.flatMap(([name, { signsWith }]) => (signsWith ? [{ name, signsWith }] : []))
  const made = await Promise.all(signers.map(async ({ name, signsWith }) => [name, [await newKey(signsWith)]]))
  return Object.fromEntries(made) as State['keys']
}

/** One key of each. The worlds of a process share these first keys, since making RSA keys is slow. */
const keysOfNewWorld = async (): Promise<State['keys']> => ({ ...(await (firstKeys ??= newKeys())) })

const rotate = async (state: State, provider: KeyHolder, drop: boolean): Promise<void> => {
  const key = await newKey(standIns[provider].signsWith)
  state.keys[provider] = drop ? [key] : [...(state.keys[provider] ?? []), key]
}

const worldControl = (state: State, traffic: Traffic) => ({
  faults: {
    set: (fault: Fault) => void traffic.faults.push({ ...fault }),
    clear: () => void traffic.faults.splice(0),
  },
  requests: () => [...traffic.requests],
  clearRequests: () => void traffic.requests.splice(0),
  rotateKeys: (provider: KeyHolder, { drop = false } = {}) => rotate(state, provider, drop),
  clockSkew: (seconds: number) => void (state.skew = seconds),
  registerRedirect: (redirectUri: string) => void state.redirects.add(redirectUri),
  forgetConsents: () => state.consented.clear(),
})

/**
 * Starts the identity providers, Telegram and a mail server on loopback. Its state is lost when it stops. Ids, secrets
 * and Telegram's key are the same each time; the keys that sign identity tokens are new. `oidcClient` is listed on its page.
 */
export const startIdentityWorld = async (
  options: { port?: number; smtpPort?: number; oidcClient?: OidcDevClient } = {},
): Promise<IdentityWorld> => {
  const { port = 0, smtpPort = 0, oidcClient } = options
  const state: State = { ...newState(await keysOfNewWorld()), ...(oidcClient && { oidcClient }) }
  const traffic: Traffic = { faults: [], requests: [] }
  const mail = await startMailCatcher(smtpPort)
  const app = build(state, traffic)
  const telegram = telegramOf(app, state)
  mountOutbox(app, mail)
  state.url = await app.listen({ host: '127.0.0.1', port }).catch(async (error: unknown) => {
    await mail.stop()
    throw error
  })
  const addresses = addressesAt(state.url)
  return {
    url: state.url,
    addresses,
    environment: {
      ...addressVariables(addresses),
      OPENAUTH_TELEGRAM_PUBLIC_KEY: telegram.publicKey,
      OPENAUTH_SMTP_URL: mail.url,
    },
    clients: each(({ clients }) => clients) as Clients,
    people: worldPeople(),
    issue: issuersOf(state),
    consent: (url, choice) => consentTo(state, url, choice),
    telegram,
    ...worldControl(state, traffic),
    outbox: { list: mail.list, clear: mail.clear, waitFor: mail.waitFor },
    stop: async () => void (await Promise.all([app.close(), mail.stop()])),
  }
}
