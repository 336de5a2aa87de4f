import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

const eth = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const sol = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

let server: TestServer
let token: string
let app: TestApp
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Partner')
})
afterAll(() => server.stop())

describe('find or create', () => {
  test.each([
    ['telegram', { telegram: '123456789' }, { telegram: '123456789' }],
    ['a telegram number', { telegram: 987_654_321 }, { telegram: '987654321' }],
    ['ethAddress in lower case', { ethAddress: eth.toLowerCase() }, { ethAddress: eth }],
    ['solAddress', { solAddress: sol }, { solAddress: sol }],
  ])('%s creates a user with three wallets, and finds it again', async (_, input, shown) => {
    const user = await app.client.appUsers.findOrCreate(input)
    expect(user).toMatchObject({ ...shown, username: null, disabled: false })
    expect(user.referCode).toMatch(/^[A-Z0-9]{8}$/)
    expect(user.createdAt).toBeGreaterThan(1_700_000_000_000)
    expect(await app.client.appUsers.findOrCreate(input)).toEqual(user)
    const wallets = await app.client.appUsers.wallets({ id: user.id })
    expect(wallets.solWallet).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    expect(wallets.ethWallet).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(wallets.dotWallet).toMatch(/^5[1-9A-HJ-NP-Za-km-z]{46,47}$/)
    expect(await app.client.appUsers.wallets({ id: user.id })).toEqual(wallets)
  })

  test('null and empty text count as no identity, as older clients send them', async () => {
    const body = { telegram: '77777', ethAddress: null, solAddress: '' }
    const made = await server.send('POST', '/app/users', { token: app.secret, body })
    expect([made.status, made.body.data.telegram]).toEqual([200, '77777'])
    const search = { telegram: 77_777, referCode: null, ids: null }
    expect(
      (await server.send('POST', '/app/users/search', { token: app.secret, body: search })).body.data,
    ).toHaveLength(1)
    expect((await server.send('GET', '/app/users?page=&search=&sortBy=', { token: app.secret })).status).toBe(200)
  })

  test('32 concurrent calls for one identity create one user', async () => {
    const calls = Array.from({ length: 32 }, () => app.client.appUsers.findOrCreate({ telegram: '55555' }))
    const ids = new Set((await Promise.all(calls)).map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(await server.resources.db.prisma.walletSeed.count({ where: { userId: [...ids][0]! } })).toBe(1)
    const orphans = await server.resources.db.pool.query(
      `SELECT 1 FROM "DataKey" WHERE owner = 'user' AND "ownerId" NOT IN (SELECT id FROM "User")`,
    )
    expect(orphans.rowCount).toBe(0)
  })

  test.each([
    ['nothing', {}],
    ['two at once', { telegram: '1', solAddress: sol }],
    ['a wrong checksum', { ethAddress: eth.replace('f39F', 'F39f') }],
    ['a short Solana address', { solAddress: 'abc' }],
    ['a telegram name', { telegram: '@someone' }],
  ])('%s is refused and creates no user', async (_, body) => {
    const before = await server.resources.db.prisma.user.count()
    const answer = await server.send('POST', '/app/users', { token: app.secret, body })
    expect([answer.status, answer.body.code, answer.body.issues.length]).toEqual([400, 'invalid_input', 1])
    expect(await server.resources.db.prisma.user.count()).toBe(before)
  })

  test('the same identity in another app is another user with other wallets', async () => {
    const other = await createTestApp(server, token, 'Other partner')
    const here = await app.client.appUsers.findOrCreate({ telegram: '777' })
    const there = await other.client.appUsers.findOrCreate({ telegram: '777' })
    expect(there.id).not.toBe(here.id)
    expect(await other.client.appUsers.wallets({ id: there.id })).not.toEqual(
      await app.client.appUsers.wallets({ id: here.id }),
    )
  })
})

describe('lists and searches', () => {
  let crowd: TestApp
  beforeAll(async () => {
    crowd = await createTestApp(server, token, 'Crowd')
    for (let index = 0; index < 25; index += 1)
      await crowd.client.appUsers.findOrCreate({ telegram: `10000${index + 10}` })
  })

  test('pages have the totals, and together list every user once', async () => {
    const first = await server.send('GET', '/app/users?page=1&limit=10', { token: crowd.secret })
    expect(Object.keys(first.body).toSorted()).toEqual(['data', 'meta'])
    expect(first.body.meta).toEqual({ totalItems: 25, totalPages: 3 })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => crowd.client.appUsers.list({ page, limit: 10 })))
    expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 5, 0])
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(25)
  })

  test('order and sort column are applied', async () => {
    const ascending = await crowd.client.appUsers.list({ sortBy: 'createdAt', order: 'asc', limit: 100 })
    const descending = await crowd.client.appUsers.list({ sortBy: 'createdAt', order: 'desc', limit: 100 })
    expect(descending.data.map(({ id }) => id)).toEqual(ascending.data.map(({ id }) => id).toReversed())
  })

  test('search recognizes the kind of its text', async () => {
    const user = await signInAs(server, crowd.id, 'Ada Lovelace')
    const profile = await user.client.account.profile()
    const wallets = await user.client.account.wallets()
    const texts = [
      profile.id,
      profile.referCode,
      profile.referCode.toLowerCase(),
      'ada lovelace',
      wallets.ethWallet,
      wallets.ethWallet.toLowerCase(),
      wallets.solWallet,
    ]
    for (const search of texts) {
      const { data, meta } = await crowd.client.appUsers.list({ search })
      expect([search, data.map(({ id }) => id), meta.totalItems]).toEqual([search, [user.id], 1])
    }
    expect((await crowd.client.appUsers.list({ search: '1000010' })).data[0]).toMatchObject({ telegram: '1000010' })
    expect((await crowd.client.appUsers.list({ search: "'; DROP TABLE" })).data).toEqual([])
    expect((await app.client.appUsers.list({ search: user.id })).data).toEqual([])
  })

  test('search by ids, refer code, address or telegram returns a plain list', async () => {
    const user = await crowd.client.appUsers.findOrCreate({ solAddress: sol })
    for (const by of [{ ids: [user.id] }, { referCode: user.referCode }, { solAddress: sol }])
      expect(await crowd.client.appUsers.search(by)).toEqual([user])
    expect(await crowd.client.appUsers.search({ telegram: '1000010' })).toHaveLength(1)
    expect(await crowd.client.appUsers.search({ telegram: 'nobody' })).toEqual([])
    await expect(crowd.client.appUsers.search({})).rejects.toMatchObject({ status: 400 })
  })
})

describe('an admin', () => {
  test('disables a user: sessions end and logins name the reason; enabling allows logins again', async () => {
    const user = await signInAs(server, app.id, 'suspended')
    const login = { appId: app.id, username: 'suspended', password: 'password of suspended' }
    await server.as(token).users.disable({ appId: app.id, id: user.id })
    await expect(user.client.account.profile()).rejects.toMatchObject({ status: 401 })
    await expect(server.as().login.username(login)).rejects.toMatchObject({ status: 403, code: 'user_disabled' })
    await expect(server.as().login.username({ ...login, password: 'not that one' })).rejects.toMatchObject({
      status: 400,
      code: 'incorrect_login',
    })
    expect(await server.as(token).users.get({ appId: app.id, id: user.id })).toMatchObject({ disabled: true })
    await server.as(token).users.enable({ appId: app.id, id: user.id })
    expect((await server.as().login.username(login)).token).toBeTruthy()
  })

  test('deletes a user: it disappears everywhere, its name can be used again, its wallet keys stay sealed', async () => {
    const user = await signInAs(server, app.id, 'leaving')
    await user.client.account.wallets()
    await user.client.account.updateProfile({ displayName: 'Leaving Person', avatar: 'https://img.example/a.png' })
    await server.as(token).users.delete({ appId: app.id, id: user.id })
    await expect(user.client.account.profile()).rejects.toMatchObject({ status: 401 })
    await expect(app.client.appUsers.get({ id: user.id })).rejects.toMatchObject({ status: 404 })
    await expect(app.client.appUsers.wallets({ id: user.id })).rejects.toMatchObject({ status: 404 })
    await expect(server.as(token).users.delete({ appId: app.id, id: user.id })).rejects.toMatchObject({ status: 404 })
    expect((await app.client.appUsers.list({ search: user.id })).data).toEqual([])
    const row = await server.resources.db.prisma.user.findUniqueOrThrow({
      where: { id: user.id },
      omit: { passwordHash: false },
      include: { identities: true },
    })
    expect(row).toMatchObject({ avatar: null, displayName: null, passwordHash: null, identities: [] })
    expect(await server.resources.db.prisma.wallet.count({ where: { userId: user.id } })).toBe(3)
    expect((await signInAs(server, app.id, 'leaving')).id).not.toBe(user.id)
  })

  test('deletes a user: no personal column keeps a value', async () => {
    const { prisma } = server.resources.db
    const { id } = await signInAs(server, app.id, 'full')
    const referrerId = (await signInAs(server, app.id, 'inviting')).id
    const personal = {
      avatar: '/a',
      avatarSource: 'https://img.example/b',
      displayName: 'Full',
      externalId: 'partner-7',
    }
    await prisma.user.update({ where: { id }, data: { ...personal, passwordSetAt: new Date(), referrerId } })
    await server.as(token).users.delete({ appId: app.id, id })
    const row = await prisma.user.findUniqueOrThrow({ where: { id }, omit: { passwordHash: false } })
    const kept = Object.entries(row).filter(([, value]) => value !== null)
    expect(kept.map(([column]) => column).toSorted()).toEqual(
      ['id', 'appId', 'referCode', 'loginVersion', 'referrerId', 'createdAt', 'lastSeenAt', 'deletedAt'].toSorted(),
    )
  })

  test('sees sessions and identities', async () => {
    const user = await signInAs(server, app.id, 'Watched')
    const sessions = await server.as(token).users.sessions({ appId: app.id, id: user.id })
    expect(sessions).toMatchObject([{ method: 'username', ip: '127.0.0.1', current: false }])
    const identities = await server.as(token).users.identities({ appId: app.id, id: user.id })
    expect(identities).toMatchObject([{ provider: 'username', subject: 'watched', display: 'Watched' }])
  })
})
