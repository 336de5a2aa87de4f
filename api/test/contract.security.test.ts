import { connect } from 'node:net'
import { pathTokens, type Route, sendsQuery } from '@openauth/client'
import { addressOf, openKeyring, openWalletSecret } from '../src/custody/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestServer, TestUser } from '../src/testing.ts'
import { callRoute, type ContractHarness, routes, startContractHarness } from './contract-harness.ts'
import { describeHostileInput } from './hostile-input.ts'

// Requirements for every route, tested in a loop over the contract: new routes are included.

let harness: ContractHarness
let server: TestServer
let adminToken: string
let mine: TestApp
let other: TestApp
let user: TestUser
let stranger: TestUser

beforeAll(async () => {
  harness = await startContractHarness()
  ;({ server, adminToken, mine, other, user, stranger } = harness)
})
afterAll(() => server.stop())

const guarded = routes.filter(({ route }) => route.auth !== 'public')

test('no secret is part of an address, which logs and histories keep', () => {
  const isId = (name: string) => name.endsWith('Id') || name === 'referCode'
  const isSecret = (name: string) => /password|token$|secret|proof|code$/i.test(name) && !isId(name)
  const secrets = routes.flatMap(({ name, route }) => {
    const inAddress = sendsQuery(route) ? Object.keys(route.input.shape) : pathTokens(route.path)
    return inAddress.filter(isSecret).map((field) => `${name} ${field}`)
  })
  expect(secrets).toEqual([])
})

const credentials = () => ({
  'no credential': undefined,
  nonsense: 'nonsense',
  'an admin token': adminToken,
  "an app's secret": mine.secret,
  "a user's token": user.token,
})
const acceptedBy = { admin: 'an admin token', app: "an app's secret", user: "a user's token", public: '' }

describe('a guarded route', () => {
  test.each(guarded)('$name refuses credentials of every other kind', async ({ route }) => {
    for (const [kind, token] of Object.entries(credentials())) {
      if (kind === acceptedBy[route.auth]) continue
      const { status, body } = await callRoute(harness, route, token)
      expect([kind, status, body.message]).toEqual([kind, 401, 'Unauthorized'])
    }
  })

  test.each(guarded)(
    '$name names the credential that it expects, in the same words for every refusal',
    async ({ route }) => {
      const answers = await Promise.all(
        ['no credential', 'nonsense'].map((kind) => callRoute(harness, route, credentials()[kind as 'nonsense'])),
      )
      const expected = { admin: 'an admin token', app: 'an app secret', user: 'a user token', public: '' }[route.auth]
      for (const { body } of answers)
        expect(body.issues).toEqual([{ path: 'authorization', message: expect.stringContaining(expected) }])
      expect(answers[0]!.body.issues).toEqual(answers[1]!.body.issues)
    },
  )

  test.each(guarded)('$name refuses a call without credentials before it reads the input', async ({ route }) => {
    const { status } = await callRoute(harness, route, undefined, 'not json')
    expect(status).toBe(401)
  })
})

describe('an id of another app', () => {
  const withUserId = routes.filter(({ route }) => route.path.startsWith('/app/users/{id}'))
  test.each(withUserId)('$name answers 404 for a user of another app', async ({ route }) => {
    // What the routes of the group require, each reading its own.
    const send = { address: 'x', token: 'SOL', amount: '1', transaction: 'x', toAddress: 'x', chainName: 'sepolia' }
    const message = { destination: 'x', replyToId: 'x', payload: 'x' }
    const body = { referCode: 'AAAAAAAA', externalId: 'mine', network: 'solana', ...send, ...message }
    const { status, body: answer } = await callRoute(harness, route, mine.secret, body, { id: stranger.id })
    expect([status, answer.code]).toEqual([404, 'user_not_found'])
  })

  const ofUser = ({ path }: Route) => path.includes('/users/{id}') && pathTokens(path).join() === 'appId,id'
  const underApp = routes.filter(({ route }) => ofUser(route))
  test.each(underApp)("$name answers 404 for a user that is not the named app's", async ({ route }) => {
    const { status, body } = await callRoute(
      harness,
      route,
      adminToken,
      { externalId: 'mine', network: 'solana', rings: 1, reason: 'x', idempotencyKey: 'x', tapsPerSecond: 1 },
      { appId: mine.id, id: stranger.id },
    )
    expect([status, body.code]).toEqual([404, 'user_not_found'])
  })

  test('no list, search or session of one app shows users of another', async () => {
    const list = await mine.client.appUsers.list()
    expect(list.data.map(({ id }) => id)).toEqual([user.id])
    expect(await mine.client.appUsers.search({ ids: [stranger.id] })).toEqual([])
    const [session] = await stranger.client.account.sessions()
    await expect(user.client.account.revokeSession({ id: session!.id })).rejects.toMatchObject({ status: 404 })
    expect(await stranger.client.account.sessions()).toHaveLength(1)
  })
})

describe('an id in another spelling', () => {
  test('is the same id everywhere: a user registered under it has wallets that open with the stored ids', async () => {
    const appId = mine.id.toUpperCase()
    const input = { appId, username: 'shouting', password: 'password of shouting' }
    const { token } = await server.as().login.username({ ...input, type: 'register' })
    const { id } = await server.as(token).account.profile()
    expect(Object.keys(await server.as(token).account.wallets())).toHaveLength(3)
    const { prisma } = server.resources.db
    const key = await prisma.dataKey.findUniqueOrThrow({ where: { owner_ownerId: { owner: 'user', ownerId: id } } })
    for (const wallet of await prisma.wallet.findMany({ where: { userId: id } })) {
      const secret = await openWalletSecret(
        await openKeyring(server.settings.custody.keyringFile),
        { appId: mine.id, userId: id },
        { ...key, ...wallet },
      )
      expect(addressOf(wallet.chain, secret)).toBe(wallet.address)
    }
  })

  test('changes, reveals and rotates the app that it names', async () => {
    const id = other.id.toUpperCase()
    const admin = server.as(adminToken)
    await admin.apps.update({ id, telegramBotToken: 'of the other' })
    expect((await admin.apps.get({ id: other.id })).telegramBotToken).toBe('of the other')
    expect((await admin.apps.secret({ id })).appSecret).toBe(other.secret)
    other.secret = (await admin.apps.rotateSecret({ id })).appSecret
    expect((await server.as(other.secret).appUsers.list()).data).toHaveLength(1)
  })
})

describeHostileInput(() => harness)

describe('an answer', () => {
  test('of any kind never contains a password hash or a sealed secret', async () => {
    const admin = server.as(adminToken)
    const answers = [
      await admin.admins.list(),
      await admin.apps.list(),
      await admin.users.list({ appId: mine.id }),
      await admin.users.identities({ appId: mine.id, id: user.id }),
      await mine.client.appUsers.get({ id: user.id }),
      await user.client.account.profile(),
      await user.client.account.sessions(),
    ]
    expect(JSON.stringify(answers)).not.toMatch(/argon2|hash|sealed|wrapped|kek/i)
  })

  test('of the contract is never cached, framed or sniffed', async () => {
    const { headers } = await server.send('GET', '/user/profile', { token: user.token })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('strict-transport-security')).toContain('max-age')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  /** The response to bytes that no HTTP client would send. */
  const sendBytes = async (bytes: string) => {
    const socket = connect({ host: '127.0.0.1', port: server.settings.port })
    socket.write(bytes)
    const text = (await socket.setEncoding('utf8').toArray()).join('')
    const [head, body] = text.split('\r\n\r\n')
    const [line, ...fields] = head!.split('\r\n')
    const headers = new Headers(fields.map((field) => field.split(/: (.*)/, 2) as [string, string]))
    return { status: Number(line!.split(' ')[1]), headers, body: JSON.parse(body!) }
  }
  const everywhere = ['content-security-policy', 'x-content-type-options', 'strict-transport-security']
  const shown = ['cache-control', 'content-type']

  test.each([
    ['a malformed percent-encoding', 400, () => server.send('GET', '/%E0%A4%A')],
    ['an endless path id', 400, () => server.send('GET', `/app/users/${'a'.repeat(5000)}`)],
    ['a bad request line', 400, () => sendBytes('NONSENSE\r\n\r\n')],
    ['a bad header', 400, () => sendBytes('GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n')],
    ['endless headers', 431, () => sendBytes(`GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`)],
  ])('to %s has the headers and the body of every other error', async (_, status, send) => {
    const usual = await server.send('GET', '/user/no-such-call')
    const answer = await send()
    expect(answer.status).toBe(status)
    for (const name of [...everywhere, ...shown])
      expect([name, answer.headers.get(name)]).toEqual([name, usual.headers.get(name)])
    expect(Object.keys(answer.body)).toEqual(Object.keys(usual.body))
  })
})
