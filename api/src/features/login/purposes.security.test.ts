import { type Purpose, purposes } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { newInitData } from './init-data.testing.ts'
import { type Owner, pairs, purposeFixtures, redirected, spend } from './purposes.testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from './testing.ts'
import { ethereumWallet } from './wallets.testing.ts'

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
})
afterAll(() => harness.stop())

const newApp = async () => (await harness.newApp(`Purposes ${(serial += 1)}`)).id
const prisma = () => harness.server.resources.db.prisma

describe.each(purposeFixtures)('$name', (fixture) => {
  const { method, refusal } = fixture

  test('a credential is accepted for the purpose for which it was issued, and for no other', async () => {
    const owner = await fixture.owner(harness, await newApp())
    for (const [issued, spent] of pairs) {
      const proof = await fixture.issue(harness, issued, owner)
      const outcome = await spend(harness, method, spent, owner, proof)
      // An assertion and a registration differ in form too.
      const refusals = method === 'passkey' ? [refusal, 'invalid_input'] : [refusal]
      if (issued === spent) expect([issued, spent, outcome]).toEqual([issued, spent, 200])
      else expect(refusals, `${issued} spent on ${spent}`).toContain(outcome)
      // A refused credential stays valid for its own purpose. A provider's own token is both.
      if (issued !== spent) expect([issued, await spend(harness, method, issued, owner, proof)]).toEqual([issued, 200])
    }
  })

  test('a bind or reauthentication is bound to its session, not to another of the same user', async () => {
    const owner = await fixture.owner(harness, await newApp())
    const proof = await fixture.issue(harness, 'login', owner)
    const path = method === 'passkey' ? '/user/passkeys/login/verify' : `/user/login-${method}`
    const { body } = await harness.server.send('POST', path, { body: { appId: owner.appId, ...proof } })
    const other: Owner = { ...owner, token: body.data.token }
    for (const purpose of ['bind', 'reauthenticate'] as const) {
      const asked = await fixture.issue(harness, purpose, owner)
      expect([purpose, await spend(harness, method, purpose, other, asked)]).toEqual([purpose, refusal])
    }
  })
})

describe('telegram', () => {
  const init = () => ({ data: newInitData(harness) })

  // Exception of the wire format: init data has no purpose of its own, and existing clients log in with it at every
  // load.
  const accepted: [Purpose, Purpose][] = [
    ['login', 'login'],
    ['bind', 'login'],
    ['reauthenticate', 'login'],
  ]
  test.each(pairs)('init data that was used for %s, then for %s', async (first, then) => {
    const appId = await newApp()
    const token = (await harness.server.as().login.telegram({ appId, ...init() })).token
    const owner = { appId, token }
    const data = init()
    expect(await spend(harness, 'telegram', first, owner, data)).toBe(200)
    const isAccepted = accepted.some(([a, b]) => a === first && b === then)
    expect(await spend(harness, 'telegram', then, owner, data)).toBe(isAccepted ? 200 : 'init_data_replayed')
  })

  test('init data with which a session began starts no second session that confirms account changes', async () => {
    const appId = await newApp()
    await harness.admin.apps.update({ id: appId, privateKeyExportEnabled: true })
    const data = init()
    const owner = (await harness.server.as().login.telegram({ appId, ...data })).token
    const thief = (await harness.server.as().login.telegram({ appId, ...data })).token
    const keyOf = async (token: string) => {
      const { status, body } = await harness.server.send('POST', '/user/solana/private-key', { token, body: {} })
      return status === 200 ? 200 : body.code
    }
    expect(await keyOf(owner)).toBe(200)
    expect(await keyOf(thief)).toBe('reauthentication_required')
  })
})

describe('credentials that this server does not issue', () => {
  const cases = [
    // Exception of the wire format: bind-google and bind-discord take the token that the page obtained from the
    // provider.
    ['google access token', 'google', async () => ({ token: (await harness.world.issue.google()).accessToken })],
    ['google ID token', 'google', async () => ({ idToken: (await harness.world.issue.google()).idToken })],
    ['discord access token', 'discord', async () => ({ token: (await harness.world.issue.discord()).accessToken })],
    ['github access token', 'github', async () => ({ token: (await harness.world.issue.github()).accessToken })],
    ['apple ID token', 'apple', async () => ({ token: (await harness.world.issue.apple()).idToken })],
  ] as const
  test.each(cases)('a %s logs in and binds, and never reauthenticates', async (_, method, issue) => {
    const appId = await newApp()
    const { body } = await harness.server.send('POST', `/user/login-${method}`, { body: { appId, ...(await issue()) } })
    const owner = { appId, token: body.data.token as string }
    for (const purpose of purposes)
      expect([purpose, await spend(harness, method, purpose, owner, await issue())]).toEqual([
        purpose,
        purpose === 'reauthenticate' ? 'token_refused' : 200,
      ])
  })

  test('the legacy sentence logs in and binds where the app allows it, and never reauthenticates', async () => {
    const appId = await newApp()
    await harness.admin.apps.update({ id: appId, legacyWalletLogin: true, legacyBind: true })
    const wallet = ethereumWallet()
    const { message } = await harness.server.as().account.config({ appId })
    // Exception of the wire format: one fixed sentence for login-ethereum and bind-ethereum.
    const proof = { ethAddress: wallet.address, signature: await wallet.sign(message) }
    const owner = { appId, token: (await harness.server.as().login.ethereum({ appId, ...proof })).token }
    const outcomes = await Promise.all(purposes.map((purpose) => spend(harness, 'ethereum', purpose, owner, proof)))
    expect(outcomes).toEqual([200, 200, 'challenge_required'])
  })

  test("a provider's token from a redirect keeps its purpose, after its use too", async () => {
    const appId = await newApp()
    const issue = redirected('github', 'token')
    const proof = await issue(harness, 'login', { appId, token: '' })
    const { body } = await harness.server.send('POST', '/user/login-github', { body: { appId, ...proof } })
    const owner = { appId, token: body.data.token as string }
    expect(await spend(harness, 'github', 'bind', owner, proof)).toBe('token_refused')
    expect(await spend(harness, 'github', 'login', owner, proof)).toBe(200)
  })
})

describe('a call without a purpose', () => {
  const wallet = ethereumWallet()
  const challenge = async (appId: string, token?: string) => {
    const asked = { appId, chain: 'ethereum', address: wallet.address, uri: pageOrigin } as const
    const { message } = await harness.server.as(token).login.challenge(asked)
    return { ethAddress: wallet.address, message, signature: await wallet.sign(message) }
  }
  const purposesOf = async (token?: string) => {
    const appId = await newApp()
    const user = await signInAs(harness.server, appId, 'asking')
    const owner = { appId, token: user.token }
    const accepted: Purpose[] = []
    for (const purpose of ['bind', 'login'] as const) {
      const proof = await challenge(appId, token === 'own' ? user.token : token)
      if ((await spend(harness, 'ethereum', purpose, owner, proof)) === 200) accepted.push(purpose)
    }
    return { accepted, owner }
  }

  test("issues for a login without a valid user token, and for that user's bind with one", async () => {
    expect((await purposesOf()).accepted).toEqual(['login'])
    expect((await purposesOf('not a token')).accepted).toEqual(['login'])
    expect((await purposesOf('own')).accepted).toEqual(['bind'])
    const stranger = await signInAs(harness.server, await newApp(), 'of another app')
    expect((await purposesOf(stranger.token)).accepted).toEqual(['login'])
  })

  test('issues for a reauthentication with the token of a user who has an eligible credential, otherwise for a bind', async () => {
    const appId = await newApp()
    const { token } = await harness.server.as().login.ethereum({ appId, ...(await challenge(appId)) })
    const owner = { appId, token }
    expect(await spend(harness, 'ethereum', 'reauthenticate', owner, await challenge(appId, token))).toBe(200)
    await harness.admin.apps.update({ id: appId, legacyBind: true })
    await prisma().identity.updateMany({ where: { appId }, data: { founding: false, confirmedAt: null } })
    expect(await spend(harness, 'ethereum', 'bind', owner, await challenge(appId, token))).toBe(200)
  })
})

describe('a request for a bind or a reauthentication', () => {
  test.each(['bind', 'reauthenticate'] as const)('to %s without a session of the app is refused', async (purpose) => {
    const appId = await newApp()
    const { token } = await signInAs(harness.server, await newApp(), 'of another app')
    const calls: [string, object][] = [
      ['/user/login-email/start', { email: 'owner@example.com' }],
      ['/user/challenge', { chain: 'ethereum', address: ethereumWallet().address, uri: pageOrigin }],
      ...(purpose === 'bind' ? [] : [['/user/passkeys/login/options', { uri: pageOrigin }] as [string, object]]),
    ]
    for (const [path, body] of calls)
      for (const as of [undefined, token])
        expect((await harness.server.send('POST', path, { token: as, body: { appId, purpose, ...body } })).status).toBe(
          401,
        )
    expect(harness.world.outbox.list().filter(({ text }) => text.includes(`Purposes ${serial - 1}`))).toEqual([])
  })

  test("a code for a reauthentication is sent only to the user's own address", async () => {
    const appId = await newApp()
    const { token } = await signInAs(harness.server, appId, 'curious')
    const body = { appId, email: 'somebody@example.com', purpose: 'reauthenticate' }
    const answer = await harness.server.send('POST', '/user/login-email/start', { token, body })
    expect([answer.status, answer.body.code]).toEqual([400, 'account_mismatch'])
  })

  test('a redirect ticket works once, for its provider', async () => {
    const appId = await newApp()
    const { client } = await signInAs(harness.server, appId, 'leaving')
    const { ticket } = await client.account.redirectTicket({ provider: 'github', purpose: 'bind' })
    const errorOf = async (provider: 'github' | 'discord', shown: string) =>
      (await harness.redirectLogin(provider, { appId, ticket: shown })).searchParams.get('error')
    expect(await errorOf('discord', ticket)).toBe('token_refused')
    expect(await errorOf('github', ticket)).toBeNull()
    expect(await errorOf('github', ticket)).toBe('token_refused')
    expect(await errorOf('github', 'made-up')).toBe('token_refused')
  })
})

test('the mail of a code and the message of a wallet name the purpose', async () => {
  const appId = await newApp()
  const email = 'reader@example.com'
  const { token } = await signInAs(harness.server, appId, 'reader')
  await prisma().identity.create({
    data: {
      appId,
      provider: 'email',
      subject: email,
      display: email,
      founding: true,
      userId: (await harness.server.as(token).account.profile()).id,
    },
  })
  const brand = `Purposes ${serial}`
  const texts = {
    login: `to log in to ${brand}`,
    bind: `to add this address to your account at ${brand}`,
    reauthenticate: `to confirm a change of your account at ${brand}`,
  }
  const statements = {
    login: `Log in to ${brand}.`,
    bind: `Add this wallet to your account at ${brand}.`,
    reauthenticate: `Confirm a change of your account at ${brand}.`,
  }
  for (const purpose of purposes) {
    const after = Date.now()
    await harness.server.as(token).login.emailStart({ appId, email, purpose })
    const { subject, text, code } = await harness.world.outbox.waitFor(email, after)
    expect(subject).toBe(`${code} is your code ${texts[purpose]}`)
    expect(text).toContain(`Your code ${texts[purpose]} is`)
    const asked = { appId, chain: 'ethereum', address: ethereumWallet().address, uri: pageOrigin, purpose } as const
    expect((await harness.server.as(token).login.challenge(asked)).message).toContain(`\n\n${statements[purpose]}\n\n`)
  }
})
