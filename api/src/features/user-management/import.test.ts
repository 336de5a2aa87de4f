import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { Keypair } from '@solana/web3.js'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

const salt = 'salt of the old deployment'
let server: TestServer
let token: string
let app: TestApp
beforeAll(async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'openauth-salt-')), 'salt')
  await writeFile(file, `${salt}\n`, { mode: 0o600 })
  server = await testServer({ OPENAUTH_LEGACY_SALT_FILE: file })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Moved')
})
afterAll(() => server.stop())

const take = (users: object[], appId = app.id) =>
  server.send('POST', `/admin/apps/${appId}/users/import`, { token, body: { users } })
const login = (username: string, password: string) =>
  server.send('POST', '/user/login-username', { body: { appId: app.id, username, password, type: 'login' } })

test('users keep id, addresses, identities, refer code and times', async () => {
  const [id, guest] = [randomUUID(), randomUUID()]
  const identities = [
    { provider: 'telegram', subject: '4242' },
    { provider: 'google', subject: 'Old@Example.com' },
  ]
  const answer = await take([
    { id, identities, referCode: 'OLDCODE1', displayName: 'Old Hand', createdAt: 1_600_000_000_000 },
    { id: guest, referrer: id },
  ])
  expect([answer.status, answer.body.data]).toEqual([200, { created: 2, existing: 0 }])
  expect(await app.client.appUsers.get({ id })).toMatchObject({
    telegram: '4242',
    referCode: 'OLDCODE1',
    displayName: 'Old Hand',
    createdAt: 1_600_000_000_000,
  })
  const key = createHash('sha256').update(`${salt}_${id}`).digest()
  expect(await app.client.appUsers.wallets({ id })).toMatchObject({
    solWallet: Keypair.fromSeed(key).publicKey.toBase58(),
    ethWallet: new Wallet(`0x${key.toString('hex')}`).address,
  })
  expect((await app.client.appUsers.referral({ id: guest })).referralChain).toEqual([guest, id])
  expect((await take([{ id }, { id: guest }])).body.data).toEqual({ created: 0, existing: 2 })
})

test('bcrypt and argon2id hashes log in, and weak ones are replaced at the first login', async () => {
  const weak = { memoryCost: 8192, timeCost: 1, parallelism: 1 }
  const hashes = { brian: await bcrypt('old password', 4), arthur: await argon2('old password', weak) }
  const users = Object.entries(hashes).map(([subject, passwordHash]) => ({
    id: randomUUID(),
    identities: [{ provider: 'username', subject }],
    passwordHash,
  }))
  expect((await take(users)).body.data).toEqual({ created: 2, existing: 0 })
  for (const [index, name] of ['brian', 'arthur'].entries()) {
    expect((await login(name, 'not that one')).status).toBe(400)
    expect((await login(name, 'old password')).status).toBe(200)
    const row = await server.resources.db.prisma.user.findUniqueOrThrow({
      where: { id: users[index]!.id },
      omit: { passwordHash: false },
    })
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await login(name, 'old password')).status).toBe(200)
  }
})

describe('a password that was hashed without normalization', () => {
  const decomposed = 'Pa\u0308ssword ﬁne'
  const composed = decomposed.normalize('NFKC')
  const weak = { memoryCost: 8192, timeCost: 1, parallelism: 1 }
  const strong = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  const takeOne = async (subject: string, passwordHash: string) => {
    const id = randomUUID()
    expect((await take([{ id, identities: [{ provider: 'username', subject }], passwordHash }])).status).toBe(200)
    return id
  }

  test.each([
    ['bcrypt', () => bcrypt(decomposed, 4)],
    ['a weak argon2id', () => argon2(decomposed, weak)],
  ])('logs in with the text as it was hashed (%s), and afterwards in either spelling', async (name, hashed) => {
    const username = `unnormalized ${name}`
    await takeOne(username, await hashed())
    expect((await login(username, composed)).status).toBe(400)
    expect((await login(username, `${decomposed}!`)).status).toBe(400)
    expect((await login(username, decomposed)).status).toBe(200)
    for (const spelling of [composed, decomposed]) expect((await login(username, spelling)).status).toBe(200)
  })

  test('is changed with the text as it was hashed', async () => {
    const passwordHash = await bcrypt(decomposed, 4)
    const id = await takeOne('unnormalized changer', passwordHash)
    const { token } = (await login('unnormalized changer', decomposed)).body.data
    await server.resources.db.prisma.user.update({ where: { id }, data: { passwordHash } })
    const change = (oldPassword: string) =>
      server.as(token).account.updatePassword({ oldPassword, newPassword: 'brand new' })
    await expect(change(composed)).rejects.toMatchObject({ code: 'incorrect_password' })
    await change(decomposed)
    expect((await login('unnormalized changer', 'brand new')).status).toBe(200)
  })

  test('is compared in its original spelling for imported hashes only; hashes of this server are of normalized text', async () => {
    await takeOne('unnormalized strong', await argon2(decomposed, strong))
    expect((await login('unnormalized strong', decomposed)).status).toBe(400)
  })
})

test('a username that the login would refuse is refused, with its position in the list', async () => {
  const named = (subject: string, more = {}) => ({
    id: randomUUID(),
    identities: [{ provider: 'username', subject, ...more }],
  })
  const fine = named('just fine')
  for (const [bad, place] of [
    [named('ab'), 'subject'],
    [named('a'.repeat(65)), 'subject'],
    [named('in\u200bvisible'), 'subject'],
    [named('\u3164\u3164\u3164'), 'subject'],
    [named('shown otherwise', { display: 'sho\u00adwn' }), 'display'],
  ] as const) {
    const { status, body } = await take([named('one'), named('two'), fine, bad])
    const [issue, ...others] = body.issues
    expect([status, issue.path, others]).toEqual([400, `users.3.identities.0.${place}`, []])
  }
  const emails = { id: randomUUID(), identities: [{ provider: 'telegram', subject: '77' }] }
  expect((await take([fine, emails, named('b'.repeat(64))])).body.data.created).toBe(3)
})

describe('hostile hash on import', () => {
  test.each([
    ['bcrypt that would run for hours', `$2b$31$${'a'.repeat(53)}`],
    ['argon2id that would take all memory', `$argon2id$v=19$m=4194304,t=1,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`],
    ['argon2id with a hundred passes', `$argon2id$v=19$m=19456,t=99,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`],
    ['argon2i that would take all memory', `$argon2i$v=19$m=4194304,t=2,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`],
    ['clear text', 'hunter2'],
    ['md5', '5f4dcc3b5aa765d61d8327deb882cf99'],
  ])('%s is refused and no user is created', async (_, passwordHash) => {
    const [good, bad] = [randomUUID(), randomUUID()]
    const { status, body } = await take([{ id: good }, { id: bad, passwordHash }])
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'hash_not_supported', 'users.1.passwordHash'])
    expect(await server.resources.db.prisma.user.count({ where: { id: { in: [good, bad] } } })).toBe(0)
  })
})

describe('a collision', () => {
  test('of identity, refer code or referrer rolls back the whole call and names its position', async () => {
    await take([{ id: randomUUID(), identities: [{ provider: 'telegram', subject: '999' }], referCode: 'TAKEN001' }])
    const fresh = randomUUID()
    for (const second of [
      { id: randomUUID(), identities: [{ provider: 'telegram', subject: '999' }] },
      { id: randomUUID(), referCode: 'TAKEN001' },
      { id: randomUUID(), referrer: randomUUID() },
    ]) {
      const { status, body } = await take([{ id: fresh }, second])
      expect([status, body.code, body.issues[0].path]).toEqual([400, 'import_conflict', 'users.1'])
      expect(await server.resources.db.prisma.user.count({ where: { id: fresh } })).toBe(0)
    }
  })

  test("with another app's user does not take it over", async () => {
    const other = await createTestApp(server, token, 'Not moved')
    const theirs = await other.client.appUsers.findOrCreate({ telegram: '31337' })
    const { status, body } = await take([{ id: theirs.id }])
    expect([status, body.code]).toEqual([400, 'import_conflict'])
    expect((await other.client.appUsers.get({ id: theirs.id })).telegram).toBe('31337')
  })
})

describe('an import while another of the same app is running', () => {
  test('is refused and changes nothing; other apps are not affected', async () => {
    const other = await createTestApp(server, token, 'Moved meanwhile')
    const users = [{ id: randomUUID() }]
    const holder = await server.resources.db.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`import ${app.id}`])
    const { status, body } = await take(users)
    expect([status, body.code]).toEqual([409, 'import_running'])
    expect((await take([{ id: randomUUID() }], other.id)).status).toBe(200)
    await holder.query('COMMIT')
    holder.release()
    expect((await take(users)).body.data).toEqual({ created: 1, existing: 0 })
  })

  test('three calls with the same list at once: one succeeds and the others can be repeated', async () => {
    const users = Array.from({ length: 100 }, () => ({ id: randomUUID() }))
    const answers = await Promise.all([take(users), take(users), take(users)])
    const created = answers.map(({ status, body }) => (status === 200 ? (body.data.created as number) : 0))
    expect(created.toSorted((one, other) => one - other)).toEqual([0, 0, 100])
    for (const { status, body } of answers)
      expect([undefined, 'import_running']).toContain(status === 200 ? undefined : body.code)
    expect((await take(users)).body.data).toEqual({ created: 0, existing: 100 })
  })
})

test('without a salt on the server the call is refused', async () => {
  const plain = await testServer()
  const adminToken = await signInAsAdmin(plain)
  const { id } = await plain.as(adminToken).apps.create({ name: 'Plain' })
  await expect(
    plain.as(adminToken).users.importLegacy({ appId: id, users: [{ id: randomUUID() }] }),
  ).rejects.toMatchObject({ status: 403, code: 'legacy_import_off' })
  await plain.stop()
})
