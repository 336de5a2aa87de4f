import { randomUUID } from 'node:crypto'
import { type LoginMethod, type RedirectProvider, switchOf } from '@openauth/client'
import { newInitData } from './init-data.testing.ts'
import { deleteUsers, expireEmailCodes, expireOneTimes } from './matrix.testing.ts'
import type { LoginWorld } from './testing.ts'
import { pageOrigin } from './testing.ts'
import { ethereumWallet, solanaWallet, type TestWallet } from './wallets.testing.ts'

type Body = Record<string, unknown>

/** A login method for the matrix. Its credentials are always of the same account. */
export interface MethodFixture {
  method: LoginMethod
  switchName: string
  /** A valid credential of the account for the app: for a login, or for a bind of the session with the token. */
  show: (harness: LoginWorld, appId: string, binder?: string) => Promise<Body>
  /** A credential of another app, and the code of its refusal. */
  foreign: (harness: LoginWorld, appId: string) => Promise<Body>
  foreignCode: string
  /** An expired credential, and the code of its refusal. */
  expired: (harness: LoginWorld, appId: string) => Promise<Body>
  expiredCode: string
  /** Prepares a replay of the credential; and the code of its refusal. */
  beforeReplay?: (harness: LoginWorld, appId: string) => Promise<void>
  /** A credential that works once; `show` where every credential does. */
  once?: (harness: LoginWorld, appId: string) => Promise<Body>
  replayCode: string
}

const tokenOf = (url: URL): string => url.searchParams.get('access_token') ?? url.searchParams.get('code') ?? ''

const byRedirect =
  (provider: RedirectProvider, mode: 'token' | 'code' = 'token') =>
  async (harness: LoginWorld, appId: string, binder?: string): Promise<Body> => {
    const asked = { provider, purpose: 'bind' } as const
    const ticket = binder === undefined ? {} : await harness.server.as(binder).account.redirectTicket(asked)
    return { token: tokenOf(await harness.redirectLogin(provider, { appId, mode, ...ticket })) }
  }

/** By an app with equal settings and another client. */
const byRedirectElsewhere = (provider: RedirectProvider) => async (harness: LoginWorld) => {
  const other = await harness.newApp(`Elsewhere ${Math.random()}`)
  return byRedirect(provider)(harness, other.id)
}

const afterExpiry =
  (show: MethodFixture['show']): MethodFixture['show'] =>
  async (harness, appId) => {
    const body = await show(harness, appId)
    await expireOneTimes(harness)
    return body
  }

const methodFixture = (method: LoginMethod, fields: Omit<MethodFixture, 'method' | 'switchName'>): MethodFixture => ({
  method,
  switchName: switchOf[method],
  ...fields,
})

/** X, TikTok and Hugging Face: only tokens that this server obtained. */
const grantOnly = (method: 'twitter' | 'tiktok' | 'huggingface'): MethodFixture =>
  methodFixture(method, {
    show: byRedirect(method),
    foreign: byRedirectElsewhere(method),
    foreignCode: 'token_refused',
    expired: afterExpiry(byRedirect(method)),
    expiredCode: 'token_refused',
    replayCode: 'token_refused',
  })

/** Discord and GitHub: also access tokens whose audience the provider reports. */
const withAudience = (method: 'discord' | 'github'): MethodFixture =>
  methodFixture(method, {
    show: async ({ world }) => ({ token: (await world.issue[method]()).accessToken }),
    foreign: async ({ world }) => ({
      token: (await world.issue[method]({ client: world.clients[method].foreign })).accessToken,
    }),
    // GitHub answers 404 both for tokens of other apps and for unknown ones.
    foreignCode: 'token_of_another_app',
    expired: afterExpiry(byRedirect(method, 'code')),
    expiredCode: 'token_refused',
    once: byRedirect(method, 'code'),
    replayCode: 'token_refused',
  })

const seconds = () => Math.floor(Date.now() / 1000)

/** Google, Apple and LINE: ID tokens that a page obtained itself, in this field of the call's input. */
const byIdToken = (method: 'google' | 'apple' | 'line', field: 'idToken' | 'token' = 'idToken'): MethodFixture => {
  const issued = async ({ world }: LoginWorld, options: { owner?: 'foreign'; overrides?: Body } = {}) => {
    const { owner = 'own', overrides = {} } = options
    const issue = world.issue[method] as (options: object) => Promise<{ idToken: string }>
    // Without it, LINE's tokens of one second would be equal, and the second one a replay.
    const nonce = randomUUID()
    return { [field]: (await issue({ client: world.clients[method][owner], nonce, overrides })).idToken, nonce }
  }
  return methodFixture(method, {
    show: (harness) => issued(harness),
    foreign: (harness) => issued(harness, { owner: 'foreign' }),
    foreignCode: 'token_of_another_app',
    expired: (harness) => issued(harness, { overrides: { iat: seconds() - 7200, exp: seconds() - 3600 } }),
    expiredCode: 'token_refused',
    replayCode: 'token_refused',
  })
}

const wallet = (method: 'ethereum' | 'solana', account: TestWallet): MethodFixture => {
  const field = method === 'ethereum' ? 'ethAddress' : 'solAddress'
  const show = async (harness: LoginWorld, appId: string, binder?: string) => {
    const purpose = binder === undefined ? ('login' as const) : ('bind' as const)
    const asked = { appId, chain: method, address: account.address, uri: `${pageOrigin}/login`, purpose }
    const { message } = await harness.server.as(binder).login.challenge(asked)
    return { [field]: account.address, message, signature: await account.sign(message) }
  }
  return methodFixture(method, {
    show,
    foreign: async (harness) => show(harness, (await harness.newApp(`Wallets ${Math.random()}`)).id),
    foreignCode: 'challenge_invalid',
    expired: afterExpiry(show),
    expiredCode: 'challenge_invalid',
    replayCode: 'challenge_invalid',
  })
}

const email = async (harness: LoginWorld, appId: string, binder?: string): Promise<Body> => {
  const [after, address] = [Date.now(), 'player.one@example.com']
  const purpose = binder === undefined ? 'login' : 'bind'
  await harness.server.as(binder).login.emailStart({ appId, email: address, purpose })
  const { text } = await harness.world.outbox.waitFor(address, after)
  return { email: address, code: /\b\d{6}\b/.exec(text)![0] }
}

export const methodFixtures: MethodFixture[] = [
  methodFixture('email', {
    show: email,
    foreign: async (harness) => email(harness, (await harness.newApp(`Mail ${Math.random()}`)).id),
    foreignCode: 'email_code_incorrect',
    expired: async (harness, appId) => {
      const body = await email(harness, appId)
      await expireEmailCodes(harness)
      return body
    },
    expiredCode: 'email_code_incorrect',
    replayCode: 'email_code_incorrect',
  }),
  byIdToken('google'),
  withAudience('discord'),
  grantOnly('twitter'),
  grantOnly('tiktok'),
  withAudience('github'),
  grantOnly('huggingface'),
  byIdToken('line'),
  byIdToken('apple', 'token'),
  methodFixture('telegram', {
    show: async (harness) => ({ data: newInitData(harness) }),
    foreign: async ({ world }) => ({
      data: world.telegram.initData(world.people[0], { bot: world.telegram.bots.foreign }),
    }),
    foreignCode: 'init_data_invalid',
    expired: async ({ world }) => ({
      data: world.telegram.initData(world.people[0], { authDate: seconds() - 86_400 - 10 }),
    }),
    expiredCode: 'init_data_expired',
    // Init data logs the same user in until it is too old. It must not create a second account.
    beforeReplay: deleteUsers,
    replayCode: 'init_data_used',
  }),
  wallet('ethereum', ethereumWallet()),
  wallet('solana', solanaWallet()),
]
