import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  inParallel,
  signInAs,
  signInAsAdmin,
  startServer,
  type TestApp,
  testServer,
  type TestServer,
} from '../../testing.ts'
import { makeWallets } from './wallets.ts'

let server: TestServer
/** Another server on the same database, with the same keyring. */
let second: TestServer
let token: string
let app: TestApp
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  const { settings } = server
  second = await startServer({
    DATABASE_URL: settings.databaseUrl!,
    OPENAUTH_DATA_DIR: settings.dataDir,
    OPENAUTH_RATE_LIMIT_SCALE: '0',
  })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Seeds')
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})

const prisma = () => server.resources.db.prisma
const countWallets = (userId: string) => prisma().wallet.count({ where: { userId } })
const newUser = () => app.client.appUsers.findOrCreate({ telegram: String(randomInt(1e9, 1e12)) })
const admin = () => server.as(token)

test('a login, a profile and lists make no wallet', async () => {
  const user = await signInAs(server, app.id, 'looks-around')
  await user.client.account.profile()
  await user.client.account.sessions()
  await app.client.appUsers.list()
  await admin().users.get({ appId: app.id, id: user.id })
  expect(await countWallets(user.id)).toBe(0)
  expect(await prisma().walletSeed.count({ where: { userId: user.id } })).toBe(1)
})

test('150 first reads at once, of two servers, by user, partner and operator, find one set of addresses', async () => {
  const user = await signInAs(server, app.id, 'raced')
  const at = (index: number) => (index % 2 === 0 ? server : second)
  const reads = [
    (index: number) => at(index).as(user.token).account.wallets(),
    (index: number) => at(index).as(app.secret).appUsers.wallets({ id: user.id }),
    (index: number) => at(index).as(token).users.wallets({ appId: app.id, id: user.id }),
  ]
  const found = await inParallel(150, (index) => reads[index % 3]!(index))
  expect(new Set(found.map((wallets) => JSON.stringify(wallets))).size).toBe(1)
  expect(await countWallets(user.id)).toBe(3)
  const { signature } = await user.client.solana.signMessage({ message: 'hello' })
  expect((await second.as(user.token).solana.signMessage({ message: 'hello' })).signature).toBe(signature)
})

test('a user whose first call signs, exports the key or shows balances has the wallets that it is shown later', async () => {
  await admin().apps.update({ id: app.id, privateKeyExportEnabled: true })
  const first: Record<string, (user: Awaited<ReturnType<typeof signInAs>>) => Promise<unknown>> = {
    signs: (user) => user.client.solana.signMessage({ message: 'hello' }),
    exports: (user) => user.client.solana.privateKey(),
    claims: (user) => user.client.game.claimRings({}),
    'is-exported': (user) => admin().users.export({ appId: app.id, id: user.id }),
  }
  for (const [name, call] of Object.entries(first)) {
    const user = await signInAs(server, app.id, `first-${name}`)
    expect(await countWallets(user.id)).toBe(0)
    await call(user)
    expect(await countWallets(user.id)).toBe(3)
    const { wallets } = await admin().users.export({ appId: app.id, id: user.id })
    expect(await user.client.account.wallets()).toEqual(wallets)
  }
})

describe('an address that was shown is the user’s for ever', () => {
  test('when the rows of the wallets are lost, as in a backup from before they were made', async () => {
    const { id } = await newUser()
    const shown = await app.client.appUsers.wallets({ id })
    await prisma().wallet.deleteMany({ where: { userId: id } })
    expect(await second.as(app.secret).appUsers.wallets({ id })).toEqual(shown)
  })

  test('when the data keys were moved to a new key-encryption key in between', async () => {
    const { id } = await newUser()
    const shown = await app.client.appUsers.wallets({ id })
    await prisma().wallet.deleteMany({ where: { userId: id } })
    await admin().keys.rotate({})
    expect((await admin().keys.rewrap()).left).toBe(0)
    expect(await app.client.appUsers.wallets({ id })).toEqual(shown)
  })

  test('and an address that was shown is found by a search', async () => {
    const { id } = await newUser()
    const { solWallet, ethWallet, dotWallet } = await app.client.appUsers.wallets({ id })
    for (const q of [solWallet, ethWallet, dotWallet])
      expect((await admin().users.find({ q })).data.map((user) => user.id)).toEqual([id])
  })
})

describe('seeds that a thief of the database moves', () => {
  const seedOf = (userId: string) => prisma().walletSeed.findUniqueOrThrow({ where: { userId } })

  test('to another user give that user no wallet', async () => {
    const [mine, other] = [await newUser(), await newUser()]
    const { sealedEntropy } = await seedOf(other.id)
    await prisma().walletSeed.update({ where: { userId: mine.id }, data: { sealedEntropy } })
    await expect(app.client.appUsers.wallets({ id: mine.id })).rejects.toMatchObject({ status: 500 })
    expect(await countWallets(mine.id)).toBe(0)
  })

  test('with their data key to another user give that user no wallet', async () => {
    const [mine, other] = [await newUser(), await newUser()]
    const where = (ownerId: string) => ({ owner_ownerId: { owner: 'user' as const, ownerId } })
    const { wrappedKey } = await prisma().dataKey.findUniqueOrThrow({ where: where(other.id) })
    const { sealedEntropy } = await seedOf(other.id)
    await prisma().walletSeed.update({ where: { userId: mine.id }, data: { sealedEntropy } })
    await prisma().dataKey.update({ where: where(mine.id), data: { wrappedKey } })
    await expect(app.client.appUsers.wallets({ id: mine.id })).rejects.toMatchObject({ status: 500 })
    expect(await countWallets(mine.id)).toBe(0)
  })
})

describe('no wallet is made', () => {
  test('for a user of another app', async () => {
    const { id } = await newUser()
    const other = await createTestApp(server, token, `Other ${randomUUID()}`)
    await expect(other.client.appUsers.wallets({ id })).rejects.toMatchObject({ status: 404 })
    await expect(makeWallets(server.resources, { appId: other.id, userId: id })).rejects.toMatchObject({
      code: 'user_not_found',
    })
    expect(await countWallets(id)).toBe(0)
  })

  test('for a user that is deleted', async () => {
    const { id } = await newUser()
    await admin().users.delete({ appId: app.id, id })
    await expect(app.client.appUsers.wallets({ id })).rejects.toMatchObject({ status: 404 })
    await expect(makeWallets(server.resources, { appId: app.id, userId: id })).rejects.toMatchObject({
      code: 'user_not_found',
    })
    expect(await countWallets(id)).toBe(0)
  })

  test('while a deletion is under way, so that nothing signs after its answer', async () => {
    const { id } = await newUser()
    const deletion = await server.resources.db.pool.connect()
    await deletion.query('BEGIN')
    await deletion.query('UPDATE "User" SET "deletedAt" = now() WHERE id = $1', [id])
    let isAnswered = false
    const reading = app.client.appUsers.wallets({ id }).then(
      () => 'shown',
      (error: { status: number }) => ((isAnswered = true), error.status),
    )
    for (let waits = 0; waits === 0;) {
      const { rows } = await server.resources.db.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO "Wallet"%' AND datname = current_database()`,
      )
      waits = rows.length
    }
    expect(isAnswered).toBe(false)
    await deletion.query('COMMIT')
    deletion.release()
    expect(await reading).toBe(404)
    expect(await countWallets(id)).toBe(0)
  })
})
