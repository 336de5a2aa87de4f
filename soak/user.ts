import type { Client } from '@openauth/client'
import { type Api, apiAt } from './api.ts'
import {
  type Credential,
  type Credentials,
  credentialsFrom,
  newPerson,
  type Person,
  type PlayedMethod,
  proofMethods,
  slugs,
} from './credentials.ts'
import { fund, type Tokens } from './faucet.ts'
import type { Recorder } from './recorder.ts'
import { type Payees, sendEverywhere } from './sends.ts'
import { playTapGame } from './taps.ts'
import type { World } from './world.ts'
import { withKeyedMutex } from '../api/src/lib/keyed-mutex.ts'

/** What all users of one soak run share. */
export interface SoakRun {
  world: World
  recorder: Recorder
  tokens: Tokens
  payees: Payees
  /** The client with an admin's token. */
  admin: Client
  /** Pauses between two calls. Throws when the run is over. */
  think: () => Promise<void>
}

/** A password that no other user has. */
const passwordOf = (name: string) => `password of ${name}`

type LoginInput = Credential & { appId: string }

const logInBy = (client: Client, method: PlayedMethod, input: LoginInput) =>
  (client.login[method] as (input: LoginInput) => Promise<{ token: string }>)(input)

const bindBy = (client: Client, method: PlayedMethod, input: Credential) =>
  (client.bind[method] as (input: Credential) => Promise<unknown>)(input)

interface Acting extends SoakRun {
  api: Api
  credentials: Credentials
}

const expectSame = (what: string, actual: unknown, expected: unknown): void => {
  if (actual !== expected) throw new Error(`${what} is ${String(actual)}, not ${String(expected)}`)
}

/** The address in 10.0.0.0/8 of the caller with this number. */
export const addressOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

const logIn = async ({ world, api, credentials }: Acting, method: PlayedMethod, person: Person): Promise<Client> => {
  const credential = await credentials.obtain(method, person)
  const { token } = await logInBy(api.as(), method, { appId: world.appId, ...credential })
  return api.as(token)
}

const look = async (client: Client, { think }: SoakRun): Promise<void> => {
  await client.account.sessions()
  await client.account.updateProfile({ displayName: `Seen ${Date.now()}` })
  await client.wallets.balances({ network: 'solana' })
  await client.wallets.balances({ network: 'sepolia' })
  await client.wallets.balances({ network: 'vara' })
  await think()
}

/** Binds every account of a person and logs in by each; each login must find the same user. */
const bindEverything = async (client: Client, userId: string, acting: Acting, person: Person): Promise<void> => {
  for (const method of proofMethods) {
    await bindBy(client, method, await acting.credentials.obtain(method, person, client))
    await acting.think()
  }
  for (const method of proofMethods) {
    const again = await logIn(acting, method, person)
    expectSame(`the user who logs in by ${method}`, (await again.account.profile()).id, userId)
    await again.account.logout()
    await acting.think()
  }
}

/** Unbinds one account and logs in with it, which creates another user. */
const startAnew = async (
  client: Client,
  userId: string,
  acting: Acting,
  { person, method }: { person: Person; method: PlayedMethod },
) => {
  await client.bind.unbind({ provider: method })
  const other = await logIn(acting, method, person)
  const { id } = await other.account.profile()
  if (id === userId) throw new Error(`an unbound ${method} account still logs its former user in`)
  await acting.admin.users.delete({ appId: acting.world.appId, id })
}

const methodOfTurn = (number: number): PlayedMethod => proofMethods[number % proofMethods.length]!

/**
 * The life of a user: registers, logs in, is funded, sends on three chains, binds every account of a person and logs
 * in by each, unbinds one, and is deleted. `number` is unique for each life.
 */
export const liveOnce = async (run: SoakRun, number: number): Promise<void> => {
  const { world, recorder, admin, think } = run
  const { appId } = world
  const api = apiAt(world.url, recorder, addressOf(number))
  const acting: Acting = { ...run, api, credentials: credentialsFrom(api, world, recorder) }
  const username = `soak ${number}`
  const named = { appId, username, password: passwordOf(username) }
  await api.as().account.config({ appId })
  await api.as().login.username({ ...named, type: 'register' })
  await think()
  const { token } = await api.as().login.username({ ...named, type: 'login' })
  const client = api.as(token)
  const { id } = await client.account.profile()
  const wallets = await client.account.wallets()
  await fund(recorder, world, wallets)
  await look(client, run)
  await sendEverywhere(client, run, think)
  await client.wallets.history({ network: 'solana' })
  await playTapGame(client, think)
  const slug = slugs[number % slugs.length]!
  const person = newPerson(slug, `soak.${number}@example.com`)
  // The providers have three people: an account that is bound is taken until its user is deleted.
  await withKeyedMutex(slug, async () => {
    try {
      // Changes of login methods require a login under five minutes old.
      const recent = api.as((await api.as().login.username({ ...named, type: 'login' })).token)
      await bindEverything(recent, id, acting, person)
      await startAnew(recent, id, acting, { person, method: methodOfTurn(number) })
      await recent.account.accountChanges()
      await recent.account.logout()
    } finally {
      await admin.users.delete({ appId, id })
    }
  })
}
