import { setTimeout as wait } from 'node:timers/promises'
import { type Client, type ProofMethod, proofMethods as everyMethod, type RedirectProvider } from '@openauth/client'
import { ethereumWallet, solanaWallet, type TestWallet } from '../api/src/features/login/wallets.testing.ts'
import type { Api } from './api.ts'
import type { Recorder } from './recorder.ts'
import type { World } from './world.ts'

export type PlayedMethod = Exclude<ProofMethod, 'oidc'>

/** Every login method except the password, passkeys, which need a browser, and an organization's own provider. */
export const proofMethods = everyMethod.filter((method): method is PlayedMethod => method !== 'oidc')

/** The input of a method's login and bind calls. */
export type Credential = Record<string, string>

/** The accounts of one person: at the providers, a mailbox, and wallets. */
export interface Person {
  /** The person's name on the providers' pages: `one`, `two`, `three`. */
  slug: string
  email: string
  ethereum: TestWallet
  solana: TestWallet
}

export const slugs = ['one', 'two', 'three'] as const

/** A person with a new mailbox and new wallets. */
export const newPerson = (slug: string, email: string): Person => ({
  slug,
  email,
  ethereum: ethereumWallet(),
  solana: solanaWallet(),
})

export interface Credentials {
  /** Obtains a credential of a method: to log in, or to bind the account to the user of `binder`. */
  obtain: (method: PlayedMethod, person: Person, binder?: Client) => Promise<Credential>
}

const targetOf = async (response: Response): Promise<string> => {
  const target = response.headers.get('location')
  if (target) return target
  throw new Error(`no redirect: status ${response.status}, answer ${await response.text()}`)
}

const manual = { redirect: 'manual' } as const

/** The fields of the form that a provider's page submits by script. */
const fieldsOf = (page: string): URLSearchParams =>
  new URLSearchParams(
    [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]): [string, string] => [
      name!,
      value!.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    ]),
  )

/** Chooses the person on a provider's consent page; returns the callback, called as the provider's page does. */
const consent = async (address: string, slug: string): Promise<{ url: string; init: RequestInit }> => {
  const page = await (await fetch(address)).text()
  const action = /action="(\/consent\/[^"]+)"/.exec(page)?.[1]
  if (!action) throw new Error(`no consent page: ${page.replaceAll(/<[^>]+>|\s+/g, ' ').trim()}`)
  const body = new URLSearchParams({ person: slug })
  const answer = await fetch(new URL(action, address), { ...manual, method: 'POST', body })
  if (answer.status !== 200) return { url: await targetOf(answer), init: {} }
  // OAuth 2.0 Form Post Response Mode, as Apple returns.
  const form = await answer.text()
  return { url: /action="([^"]+)"/.exec(form)![1]!, init: { method: 'POST', body: fieldsOf(form) } }
}

/** A whole redirect login as in a browser; returns the page's token. */
const redirectToken = async (
  api: Api,
  world: World,
  { provider, slug, binder }: { provider: RedirectProvider; slug: string; binder: Client | undefined },
): Promise<string> => {
  const ticket = binder && (await binder.account.redirectTicket({ provider, purpose: 'bind' })).ticket
  const query = new URLSearchParams({ redirectUrl: `${world.demoUrl}/`, endpoint: world.url })
  if (ticket) query.set('ticket', ticket)
  const start = await api.fetch(`${world.url}/auth/${world.appId}/${provider}/oauth?${query.toString()}`, manual)
  const cookie = (start.headers.get('set-cookie') ?? '').split(';', 1)[0]!
  const { url, init } = await consent(await targetOf(start), slug)
  // A form from another site brings no cookie; the server then redirects to itself.
  const back = await api.fetch(url, { ...manual, ...init, headers: init.body ? {} : { cookie } })
  let target = await targetOf(back)
  if (new URL(target).origin === world.url)
    target = await targetOf(await api.fetch(target, { ...manual, headers: { cookie } }))
  const token = new URL(target).searchParams.get('access_token')
  if (!token) throw new Error(`the redirect login of ${provider} ended at ${target}`)
  return token
}

/** Opens the app as a mini app of Telegram; returns the init data. */
const initData = async ({ providersUrl, demoUrl }: World, slug: string): Promise<string> => {
  const body = new URLSearchParams({ bot: 'own', url: demoUrl, person: slug })
  const target = await targetOf(await fetch(`${providersUrl}/telegram/launch`, { ...manual, method: 'POST', body }))
  return new URLSearchParams(new URL(target).hash.slice(1)).get('tgWebAppData')!
}

/** How long a mail may take, and how often the outbox is read. Milliseconds. */
const MAIL_TIMEOUT = 15_000
const MAIL_EVERY = 100

interface Mail {
  to: string[]
  code: string | null
  at: number
}

const mailedCode = async ({ providersUrl }: World, email: string, after: number): Promise<string> => {
  for (const deadline = Date.now() + MAIL_TIMEOUT; Date.now() < deadline; await wait(MAIL_EVERY)) {
    const response = await fetch(`${providersUrl}/outbox.json?${new URLSearchParams({ to: email }).toString()}`)
    const mails = (await response.json()) as Mail[]
    const code = mails.find((mail) => mail.code !== null && mail.at >= after)?.code
    if (code) return code
  }
  throw new Error(`no code was mailed to ${email} within ${MAIL_TIMEOUT / 1000} s`)
}

/** Obtains credentials of every method but the password. */
export const credentialsFrom = (api: Api, world: World, recorder: Recorder): Credentials => {
  const purposeOf = (binder: Client | undefined) => ({ purpose: binder ? ('bind' as const) : ('login' as const) })
  const mailed = async ({ email }: Person, binder: Client | undefined): Promise<Credential> => {
    const after = Date.now()
    await (binder ?? api.as()).login.emailStart({ appId: world.appId, email, ...purposeOf(binder) })
    return { email, code: await recorder.timed('mail arrives', () => mailedCode(world, email, after)) }
  }
  const signed = async (
    chain: 'ethereum' | 'solana',
    person: Person,
    binder: Client | undefined,
  ): Promise<Credential> => {
    const { address, sign } = person[chain]
    const asked = { appId: world.appId, chain, address, uri: `${world.demoUrl}/login`, ...purposeOf(binder) }
    const { message } = await (binder ?? api.as()).login.challenge(asked)
    const signature = await sign(message)
    return { [chain === 'ethereum' ? 'ethAddress' : 'solAddress']: address, message, signature }
  }
  const obtain: Credentials['obtain'] = async (method, person, binder) => {
    const { slug } = person
    if (method === 'email') return mailed(person, binder)
    if (method === 'ethereum' || method === 'solana') return signed(method, person, binder)
    if (method === 'telegram') return { data: await initData(world, slug) }
    const go = () => redirectToken(api, world, { provider: method, slug, binder })
    return { token: await recorder.timed(`redirect ${method}`, go) }
  }
  return { obtain }
}
