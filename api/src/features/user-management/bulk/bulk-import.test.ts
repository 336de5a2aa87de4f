import { randomUUID } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../../testing.ts'

let server: TestServer
let token: string
let app: TestApp
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Bulk')
})
afterAll(() => server.stop())

interface Answer {
  created: number
  existing: number
  refused: number
  verdicts: { verdict: string; id: string | null; issues: { path: string; message: string }[] }[]
  logins: { method: string; users: number; enabled: boolean }[]
  withoutLogin: number
  unusedPasswords: number
}

const send = async (users: unknown[], more: object = {}, appId = app.id) => {
  const { status, body } = await server.send('POST', `/admin/apps/${appId}/users/bulk-import`, {
    token,
    body: { users, ...more },
  })
  expect([status, body.message]).toEqual([200, undefined])
  return body.data as Answer
}
const words = ({ verdicts }: Answer) => verdicts.map(({ verdict }) => verdict)
const email = (subject: string) => ({ provider: 'email', subject })
const named = (subject: string) => ({ provider: 'username', subject })
const countUsers = () => server.resources.db.prisma.user.count({ where: { appId: app.id } })
const login = (username: string, password: string) =>
  server.send('POST', '/user/login-username', { body: { appId: app.id, username, password, type: 'login' } })

test('a user is created with everything that is given, wallets included, and can be exported', async () => {
  const id = randomUUID()
  const user = {
    id,
    identities: [email('User-1@Example.com'), { provider: 'google', subject: '1001', display: 'user-1@example.com' }],
    externalId: 'customer-1',
    displayName: 'User 1',
    avatar: 'https://pictures.example/1.png',
    referCode: 'BULKCODE',
    createdAt: 1_600_000_000_000,
    lastSeenAt: 1_700_000_000_000,
    disabled: true,
  }
  const answer = await send([user])
  expect(answer).toMatchObject({ created: 1, existing: 0, refused: 0, withoutLogin: 0, unusedPasswords: 0 })
  expect(answer.verdicts).toEqual([{ verdict: 'created', id, issues: [] }])
  expect(answer.logins).toEqual([
    { method: 'email', users: 1, enabled: expect.any(Boolean) },
    { method: 'google', users: 1, enabled: expect.any(Boolean) },
  ])
  expect(await app.client.appUsers.get({ id })).toMatchObject({
    email: 'user-1@example.com',
    externalId: 'customer-1',
    displayName: 'User 1',
    referCode: 'BULKCODE',
    createdAt: 1_600_000_000_000,
    lastSeenAt: 1_700_000_000_000,
    disabled: true,
    disabledBy: 'admin',
  })
  expect(Object.keys(await app.client.appUsers.wallets({ id }))).toHaveLength(3)
  const page = await server.as(token).users.bulkExport({ appId: app.id })
  expect(page.meta.nextCursor).toBeNull()
  expect(page.data).toEqual([
    {
      ...user,
      identities: [
        { provider: 'email', subject: 'user-1@example.com', display: 'user-1@example.com' },
        { provider: 'google', subject: '1001', display: 'user-1@example.com' },
      ],
    },
  ])
  expect((await send(page.data)).verdicts).toEqual([{ verdict: 'exists', id, issues: [] }])
})

test('a call that is repeated changes nothing', async () => {
  const rows = [
    { identities: [email('again-1@example.com')], displayName: 'Once' },
    { externalId: 'again-2' },
    { id: randomUUID() },
  ]
  const first = await send(rows)
  expect(words(first)).toEqual(['created', 'created', 'created'])
  const second = await send(rows.map((row) => ({ ...row, displayName: 'Twice' })))
  expect(words(second)).toEqual(['exists', 'exists', 'exists'])
  expect(second.verdicts.map(({ id }) => id)).toEqual(first.verdicts.map(({ id }) => id))
  expect(await app.client.appUsers.get({ id: first.verdicts[0]!.id! })).toMatchObject({ displayName: 'Once' })
})

test('a dry run judges every row and stores nothing', async () => {
  const before = await countUsers()
  const answer = await send([{ externalId: 'dry' }, { externalId: 'dry' }, {}], { dryRun: true })
  expect([words(answer), answer.verdicts[0]!.id]).toEqual([['created', 'exists', 'refused'], null])
  expect(await countUsers()).toBe(before)
  const events = await server.resources.db.prisma.auditEvent.count({ where: { appId: app.id, action: 'user.import' } })
  await send([{ externalId: 'dry' }])
  expect(await server.resources.db.prisma.auditEvent.count({ where: { appId: app.id, action: 'user.import' } })).toBe(
    events + 1,
  )
})

describe('a wrong row is refused with its reasons, and the others are imported', () => {
  test.each<[what: string, row: unknown, path: string]>([
    ['no object', 'user', ''],
    ['nothing that tells who it is', { displayName: 'User' }, ''],
    ['an id that is no UUID', { id: '42' }, 'id'],
    ['an unknown provider', { identities: [{ provider: 'myspace', subject: '1' }] }, 'identities.0.provider'],
    [
      'two accounts of one provider',
      { identities: [email('a@example.com'), email('b@example.com')] },
      'identities.1.provider',
    ],
    ['an address without domain', { identities: [email('user@')] }, 'identities.0.subject'],
    [
      'a wallet address with a wrong checksum',
      { identities: [{ provider: 'ethereum', subject: '0x1' }] },
      'identities.0.subject',
    ],
    ['a short user name', { identities: [named('ab')] }, 'identities.0.subject'],
    ['a reserved user name', { identities: [named('support')] }, 'identities.0.subject'],
    ['a user name of mixed scripts', { identities: [named('pаypal-user')] }, 'identities.0.subject'],
    [
      'a user name that is shown as another',
      { identities: [{ ...named('user-77'), display: 'other-name' }] },
      'identities.0.display',
    ],
    ['a control character', { externalId: 'x', displayName: 'a\u001b[31m' }, 'displayName'],
    ['a NUL', { externalId: 'a\0b' }, 'externalId'],
    ['half a surrogate pair', { externalId: '\ud800' }, 'externalId'],
    ['a script as avatar', { externalId: 'x', avatar: 'javascript:alert(1)' }, 'avatar'],
    ['a hash of no supported kind', { externalId: 'x', passwordHash: 'hunter2' }, 'passwordHash'],
    ['a time before the epoch', { externalId: 'x', createdAt: -1 }, 'createdAt'],
  ])('%s', async (what, row, path) => {
    const good = { externalId: `good beside ${what}` }
    const answer = await send([row, good])
    expect(words(answer)).toEqual(['refused', 'created'])
    expect(answer.verdicts[0]!.issues.map((issue) => issue.path)).toEqual([path])
    expect(answer.verdicts[0]!.issues[0]!.message).not.toBe('')
  })
})

describe('who a row is', () => {
  test('an e-mail address of one user and the external id of another are a conflict', async () => {
    await send([{ identities: [email('user-a@example.com')] }, { externalId: 'user-b' }])
    const { verdicts } = await send([{ identities: [email('user-a@example.com')], externalId: 'user-b' }])
    expect(verdicts).toMatchObject([
      { verdict: 'refused', issues: [{ path: 'identities.0', message: 'belongs to another user than externalId' }] },
    ])
  })

  test('another id, external id or account than the user has is a conflict', async () => {
    await send([
      { externalId: 'user-c', identities: [email('user-c@example.com'), { provider: 'google', subject: '31' }] },
    ])
    const { verdicts } = await send([
      { id: randomUUID(), externalId: 'user-c' },
      { identities: [email('user-c@example.com')], externalId: 'user-cc' },
      { identities: [email('user-c@example.com'), { provider: 'google', subject: '32' }] },
    ])
    expect(verdicts.map(({ issues }) => issues[0])).toEqual([
      { path: 'externalId', message: 'belongs to a user with another id' },
      { path: 'externalId', message: 'is another one than this user has' },
      { path: 'identities.1', message: 'is another account than this user has' },
    ])
  })

  test('a user that changed its address since is known by its id', async () => {
    const id = randomUUID()
    await send([{ id, identities: [email('moved-away@example.com')] }])
    await server.resources.db.prisma.identity.updateMany({
      where: { userId: id },
      data: { subject: 'moved-to@example.com' },
    })
    expect(words(await send([{ id, identities: [email('moved-away@example.com')] }]))).toEqual(['exists'])
  })

  test('rows of one call are judged as if they came one after another', async () => {
    const id = randomUUID()
    const answer = await send([
      { id, identities: [email('twice@example.com')], externalId: 'twice' },
      { identities: [email('TWICE@example.com')] },
      { externalId: 'twice' },
      { id: randomUUID(), identities: [email('twice@example.com')] },
      { externalId: 'other', referCode: 'SAMECODE' },
      { externalId: 'another', referCode: 'SAMECODE' },
    ])
    expect(words(answer)).toEqual(['created', 'exists', 'exists', 'refused', 'created', 'refused'])
    expect(answer.verdicts.slice(0, 3).map((verdict) => verdict.id)).toEqual([id, id, id])
  })
})

describe('passwords', () => {
  test('a hash of another system logs in and is replaced; without a user name it is not kept', async () => {
    const scrypt = '$scrypt$ln=10,r=8,p=1$IEToPYcwJgTgPIfQWqs1pg$gxyt2+Gg91VMOB/kuuzDAyn/Vo2Drs3x+nn+LrL4I0E'
    const answer = await send([
      { identities: [named('user-s@example.com'), email('user-s@example.com')], passwordHash: scrypt },
      { identities: [email('user-t@example.com')], passwordHash: await bcrypt('password', 4) },
      { identities: [named('user-without')] },
    ])
    expect(answer).toMatchObject({ created: 3, unusedPasswords: 1, withoutLogin: 1 })
    expect(answer.logins.map(({ method, users }) => [method, users])).toEqual([
      ['email', 2],
      ['username', 1],
    ])
    const hashes = async () => {
      const where = { id: { in: answer.verdicts.map(({ id }) => id!) } }
      const rows = await server.resources.db.prisma.user.findMany({ where, omit: { passwordHash: false } })
      return rows.map(({ passwordHash }) => passwordHash).filter((each) => each !== null)
    }
    expect(await hashes()).toEqual([scrypt])
    expect((await login('user-s@example.com', 'correct horse batteryx')).status).toBe(400)
    expect((await login('user-s@example.com', 'correct horse battery')).status).toBe(200)
    expect(await hashes()).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)])
    expect((await login('user-s@example.com', 'correct horse battery')).status).toBe(200)
  })
})
