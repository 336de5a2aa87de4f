import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  createTestApp,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  startServer,
  testServer,
  type TestApp,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { carryOutDeletions } from './carry-out.ts'

let server: TestServer
let admin: string
let app: TestApp
beforeAll(async () => {
  server = await testServer({ ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  admin = await signInAsAdmin(server)
  app = await createTestApp(server, admin, 'Deletions')
})
afterAll(() => server.stop())

const prisma = () => server.resources.db.prisma
const carryOut = ({ app: { services, log } }: TestServer = server) => carryOutDeletions({ ...services, log })

/** Lets the grace of a user's deletion be over. */
const makeDue = ({ id }: TestUser) =>
  prisma().userDeletion.update({ where: { userId: id }, data: { dueAt: new Date(0), checkAt: new Date(0) } })

const isThere = async ({ id }: TestUser) =>
  (await prisma().user.findUniqueOrThrow({ where: { id } })).deletedAt === null

test('a user asks for the deletion, sees it, cancels it, and stays', async () => {
  const user = await signInAs(server, app.id, 'changes-mind')
  const { pending, graceSeconds, holdings } = await user.client.privacy.deletion()
  expect([pending, graceSeconds, holdings]).toEqual([null, 7 * 86_400, []])
  const { dueAt } = await user.client.privacy.requestDeletion({})
  expect(new Date(dueAt).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  expect((await user.client.account.profile()).deletionDueAt).toEqual(dueAt)
  await expect(user.client.privacy.requestDeletion({})).rejects.toMatchObject({ code: 'deletion_pending' })
  await carryOut()
  expect(await isThere(user)).toBe(true)
  await user.client.privacy.cancelDeletion()
  await expect(user.client.privacy.cancelDeletion()).rejects.toMatchObject({ code: 'no_deletion' })
  expect((await user.client.account.profile()).deletionDueAt).toBeNull()
  const kinds = (await user.client.account.accountChanges()).map(({ kind }) => kind)
  expect(kinds).toEqual(['deletion_cancel', 'deletion_request'])
})

test('after the grace the user is deleted once, whichever of two servers is at it, with one line in the audit trail', async () => {
  const user = await signInAs(server, app.id, 'leaves-for-good')
  await user.client.privacy.requestDeletion({})
  await makeDue(user)
  const other = await startServer({
    DATABASE_URL: server.settings.databaseUrl!,
    OPENAUTH_DATA_DIR: server.settings.dataDir,
    ...noPublicNodes,
  })
  onTestFinished(() => other.stop())
  await Promise.all([carryOut(), carryOut(other), carryOut()])
  expect(await isThere(user)).toBe(false)
  await expect(user.client.account.profile()).rejects.toMatchObject({ code: 'unauthorized' })
  const { data } = await server.as(admin).audit.list({ targetId: user.id, action: 'user.delete' })
  expect(data).toMatchObject([{ actor: 'server', ip: null, details: { reason: 'request' } }])
  expect(await prisma().userDeletion.count({ where: { userId: user.id } })).toBe(0)
  // The name is free again.
  expect((await signInAs(server, app.id, 'leaves-for-good')).id).not.toBe(user.id)
})

test('deletion during a send: it waits until the chain has settled what was signed', async () => {
  const user = await signInAs(server, app.id, 'sends-meanwhile')
  await user.client.privacy.requestDeletion({})
  await makeDue(user)
  const { id } = await prisma().transaction.create({
    data: {
      appId: app.id,
      userId: user.id,
      chain: 'solana',
      network: 'solana',
      kind: 'transfer',
      status: 'submitted',
      fromAddress: 'from',
      rpcUrl: 'http://127.0.0.1:1',
      signature: 'one',
      signed: Buffer.from('signed'),
      checkAt: new Date(Date.now() + 3_600_000),
      initiatorIp: '203.0.113.4',
    },
  })
  await carryOut()
  expect(await isThere(user)).toBe(true)
  const seen = await server.as(admin).deletions.get({ appId: app.id, id: user.id })
  expect(seen.waitsFor).toBe('sends')
  await prisma().transaction.update({ where: { id }, data: { status: 'confirmed', settledAt: new Date() } })
  await makeDue(user)
  await carryOut()
  expect(await isThere(user)).toBe(false)
  // The ledger stays, without the address of whoever sent it.
  expect(await prisma().transaction.findUniqueOrThrow({ where: { id } })).toMatchObject({ initiatorIp: null })
})

test('a signature under way when the grace ends: the deletion waits for the lock of the wallet, and then for the send', async () => {
  const user = await signInAs(server, app.id, 'signs-meanwhile')
  await user.client.account.wallets()
  await user.client.privacy.requestDeletion({ acceptsLoss: true })
  await makeDue(user)
  const signing = await server.resources.db.pool.connect()
  await signing.query('BEGIN')
  await signing.query('SELECT 1 FROM "Wallet" WHERE "userId" = $1 FOR UPDATE', [user.id])
  const carrying = carryOut()
  await signing.query(
    `INSERT INTO "Transaction" (id, "appId", "userId", chain, network, kind, status, "fromAddress", "rpcUrl", signed, signature)
     VALUES (gen_random_uuid(), $1, $2, 'solana', 'solana', 'transfer', 'submitted', 'from', 'http://127.0.0.1:1', 'x', 'two')`,
    [app.id, user.id],
  )
  await signing.query('COMMIT')
  signing.release()
  await carrying
  expect(await isThere(user)).toBe(true)
})

test('a server killed in the middle of a deletion: nothing of it is done, and the next look does all of it, once', async () => {
  const user = await signInAs(server, app.id, 'killed-between')
  await user.client.privacy.requestDeletion({})
  await makeDue(user)
  const { pool } = server.resources.db
  const holder = await pool.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE "Tombstone" IN EXCLUSIVE MODE')
  const carrying = carryOut()
  const waiting = async (): Promise<number[]> => {
    const { rows } = await holder.query<{ pid: number }>(
      `SELECT l.pid FROM pg_locks l WHERE l.relation = '"Tombstone"'::regclass AND NOT l.granted`,
    )
    return rows.map(({ pid }) => pid)
  }
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), 30_000)
  // To the database a killed server is a connection that is gone.
  await holder.query('SELECT pg_terminate_backend($1)', [(await waiting())[0]])
  await carrying
  expect(await isThere(user)).toBe(true)
  await user.client.account.profile()
  await holder.query('ROLLBACK')
  holder.release()
  await makeDue(user)
  await carryOut()
  expect(await isThere(user)).toBe(false)
  const { data } = await server.as(admin).audit.list({ targetId: user.id, action: 'user.delete' })
  expect(data).toHaveLength(1)
})

test('operators and partners see deletions to come; an operator cancels one for a user', async () => {
  const user = await signInAs(server, app.id, 'asks-support')
  await user.client.privacy.requestDeletion({})
  const listed = await server.as(admin).deletions.list({ appId: app.id })
  const own = listed.data.find(({ userId }) => userId === user.id)
  expect(own).toMatchObject({ userId: user.id, isRepeated: false, waitsFor: null, holdings: [] })
  const { data: ofPartner } = await app.client.appDeletions.list({})
  expect(ofPartner.map(({ userId }) => userId)).toContain(user.id)
  const { data: ofUser } = await server.as(admin).deletions.list({ appId: app.id, userId: user.id })
  expect(ofUser).toEqual([own])
  await server.as(admin).deletions.cancel({ appId: app.id, id: user.id })
  await expect(server.as(admin).deletions.get({ appId: app.id, id: user.id })).rejects.toMatchObject({
    code: 'no_deletion',
  })
  const { data } = await server.as(admin).audit.list({ targetId: user.id, action: 'user.deletion-cancel' })
  expect(data).toMatchObject([{ actor: 'admin' }])
})

test('an app without a grace deletes at the next look; a deletion of a deleted app is carried out too', async () => {
  const quick = await createTestApp(server, admin, 'Without grace')
  await server.as(admin).apps.update({ id: quick.id, deletionGraceSeconds: 0 })
  const [one, two] = [await signInAs(server, quick.id, 'quick-one'), await signInAs(server, quick.id, 'quick-two')]
  await one.client.privacy.requestDeletion({})
  await carryOut()
  expect(await isThere(one)).toBe(false)
  await two.client.privacy.requestDeletion({})
  await server.as(admin).apps.delete({ id: quick.id })
  await carryOut()
  expect(await isThere(two)).toBe(false)
})

test('one deletion that fails is put off, and the others are carried out', async () => {
  const [one, two] = [await signInAs(server, app.id, 'fails-once'), await signInAs(server, app.id, 'behind-it')]
  for (const user of [one, two]) {
    await user.client.privacy.requestDeletion({})
    await makeDue(user)
  }
  await prisma().userDeletion.update({ where: { userId: one.id }, data: { checkAt: new Date(-1000) } })
  const { pool } = server.resources.db
  await pool.query(
    `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
  )
  await pool.query(
    `CREATE TRIGGER refuse_one BEFORE UPDATE ON "User" FOR EACH ROW WHEN (OLD.id = '${one.id}') EXECUTE FUNCTION refuse_one()`,
  )
  await carryOut()
  expect([await isThere(one), await isThere(two)]).toEqual([true, false])
  await pool.query('DROP TRIGGER refuse_one ON "User"')
  await makeDue(one)
  await carryOut()
  expect(await isThere(one)).toBe(false)
})
