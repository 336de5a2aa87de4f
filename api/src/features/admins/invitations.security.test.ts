import { startMailCatcher } from '@openauth/localnet/mail'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
} from '../../testing.ts'

const password = 'long enough to log in'
const currentPassword = adminCredentials.password
let catcher: Awaited<ReturnType<typeof startMailCatcher>>
let server: TestServer
let owner: string
let app: TestApp

beforeAll(async () => {
  catcher = await startMailCatcher()
  server = await testServer({
    OPENAUTH_CONSOLE: 'on',
    OPENAUTH_SMTP_URL: catcher.url,
    OPENAUTH_PUBLIC_URL: 'https://auth.example.com',
  })
  owner = await signInAsAdmin(server)
  app = await createTestApp(server, owner, 'Invited')
})
afterAll(async () => {
  await server.stop()
  await catcher.stop()
})
beforeEach(() => server.resources.db.prisma.rateLimit.deleteMany())

let count = 0
/** Invites somebody new, and returns the secret of the mail. */
const invite = async (rights: { role?: 'viewer' | 'operator' | 'owner'; apps?: string[] } = {}, by = owner) => {
  count += 1
  const email = `invited-${count}@example.com`
  const { id, link } = await server.as(by).adminInvitations.create({ role: 'viewer', apps: null, email, ...rights })
  expect(link).toBeNull()
  return { id, email, secret: secretTo(email) }
}
/** The secret of the newest mail to an address. */
const secretTo = (email: string): string => {
  const mail = catcher.list().findLast(({ to }) => to.includes(email))!
  return /https:\/\/auth\.example\.com\/console\/invitation#([\w-]{43})/.exec(mail.text)![1]!
}
const accept = (secret: string, username: string) => server.as().adminInvitations.accept({ secret, username, password })
const invalid = { status: 400, code: 'invitation_invalid' }
const admins = () => server.resources.db.prisma.admin.count()

/** An owner with a session. */
const newOwner = async (username: string) => {
  const { id } = await server.as(owner).admins.create({ username, password })
  return { id, token: (await server.as().setup.login({ username, password })).token }
}

describe('an invitation', () => {
  test('makes no account until it is accepted; then there is one with its role and apps', async () => {
    const before = await admins()
    const { id, email, secret } = await invite({ role: 'operator', apps: [app.id] })
    expect(await admins()).toBe(before)
    const shown = await server.as().adminInvitations.show({ secret })
    expect(shown).toMatchObject({ email, role: 'operator', apps: [app.id], invitedBy: adminCredentials.username })
    expect(await accept(secret, 'ada')).toMatchObject({ username: 'ada', role: 'operator', apps: [app.id] })
    expect((await server.as().setup.login({ username: 'ada', password })).token).toBeTruthy()
    expect((await server.as(owner).adminInvitations.list()).map((each) => each.id)).not.toContain(id)
    const lines = (await server.as(owner).audit.list({ targetId: id })).data
    expect(lines.map(({ action }) => action)).toEqual(['admin-invitation.accept', 'admin-invitation.create'])
    expect(JSON.stringify(lines)).not.toContain(secret)
  })

  test('works once, also where ten accept it at once', async () => {
    const { secret } = await invite()
    const before = await admins()
    const all = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => accept(secret, `runner ${n} of ten`)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await admins()).toBe(before + 1)
    await expect(accept(secret, 'late runner')).rejects.toMatchObject(invalid)
    await expect(server.as().adminInvitations.show({ secret })).rejects.toMatchObject(invalid)
  })

  test('is stored by its digest alone, and a guess or a part of it opens nothing', async () => {
    const { id, secret } = await invite()
    const row = await server.resources.db.prisma.adminInvitation.findUniqueOrThrow({ where: { id } })
    expect(JSON.stringify(row)).not.toContain(secret)
    for (const guess of ['', secret.slice(0, -1), Buffer.from(row.digest).toString('base64url'), id])
      await expect(accept(guess, 'guesser')).rejects.toMatchObject(invalid)
    expect((await server.as().adminInvitations.show({ secret })).role).toBe('viewer')
  })

  test('that is expired or revoked opens nothing', async () => {
    const [expired, revoked] = [await invite(), await invite()]
    await server.resources.db.prisma.adminInvitation.update({
      where: { id: expired.id },
      data: { expiresAt: new Date(Date.now() - 1000) },
    })
    await server.as(owner).adminInvitations.revoke({ id: revoked.id })
    for (const { secret } of [expired, revoked]) await expect(accept(secret, 'too late')).rejects.toMatchObject(invalid)
    await expect(server.as(owner).adminInvitations.revoke({ id: revoked.id })).rejects.toMatchObject({
      code: 'invitation_not_found',
    })
    // The address of the expired one can be invited again, that of an open one cannot.
    const again = { email: expired.email, role: 'viewer', apps: null } as const
    await server.as(owner).adminInvitations.create(again)
    await expect(server.as(owner).adminInvitations.create(again)).rejects.toMatchObject({ code: 'invitation_exists' })
  })

  test('stays open where the name is taken', async () => {
    const { secret } = await invite()
    await expect(accept(secret, 'OPERATOR')).rejects.toMatchObject({ status: 400 })
    expect(await accept(secret, 'another name')).toMatchObject({ username: 'another name' })
  })

  test('that is sent again has a new link, and the former one is dead', async () => {
    const { id, email, secret } = await invite()
    await server.as(owner).adminInvitations.resend({ id })
    const latter = secretTo(email)
    expect(latter).not.toBe(secret)
    await expect(accept(secret, 'former link')).rejects.toMatchObject(invalid)
    expect(await accept(latter, 'latter link')).toMatchObject({ username: 'latter link' })
  })

  test('is mailed to one address a few times a day', async () => {
    const { id } = await invite()
    const again = () => server.as(owner).adminInvitations.resend({ id })
    for (let sent = 1; sent < 5; sent += 1) await again()
    await expect(again()).rejects.toMatchObject({ status: 429 })
  })
})

describe('the inviter', () => {
  test('who is demoted or deleted takes the invitations along, also if promoted again', async () => {
    const [demoted, deleted] = [await newOwner('to be demoted'), await newOwner('to be deleted')]
    const [one, two] = [await invite({}, demoted.token), await invite({ role: 'owner' }, deleted.token)]
    await server.as(owner).admins.update({ id: demoted.id, role: 'operator' })
    await server.as(owner).admins.update({ id: demoted.id, role: 'owner' })
    await server.as(owner).admins.delete({ id: deleted.id })
    for (const { secret } of [one, two]) await expect(accept(secret, 'of nobody')).rejects.toMatchObject(invalid)
  })

  test('who was demoted by a server that knows no invitations leaves none that works', async () => {
    const inviter = await newOwner('demoted elsewhere')
    const { id, secret } = await invite({}, inviter.token)
    const { prisma } = server.resources.db
    await prisma.admin.update({ where: { id: inviter.id }, data: { role: 'operator' } })
    await expect(accept(secret, 'of a former owner')).rejects.toMatchObject(invalid)
    expect((await server.as(owner).adminInvitations.list()).map((each) => each.id)).not.toContain(id)
  })

  test('who is demoted while it is accepted: it was before, or there is no admin', async () => {
    for (let round = 0; round < 5; round += 1) {
      const inviter = await newOwner(`racing owner ${round}`)
      const { secret } = await invite({ role: 'owner' }, inviter.token)
      const [accepted] = await Promise.allSettled([
        accept(secret, `racing guest ${round}`),
        server.as(owner).admins.update({ id: inviter.id, role: 'viewer' }),
      ])
      if (accepted.status === 'rejected') expect(accepted.reason).toMatchObject(invalid)
      expect(await server.resources.db.prisma.adminInvitation.count({ where: { invitedById: inviter.id } })).toBe(0)
    }
  })

  test('is an owner: nobody else invites, lists, sends again or revokes', async () => {
    const { id } = await invite()
    await server.as(owner).admins.create({ username: 'an operator', password, role: 'operator' })
    const { token } = await server.as().setup.login({ username: 'an operator', password })
    const { adminInvitations } = server.as(token)
    const given = { email: 'friend@example.com', role: 'owner', apps: null } as const
    const refused = { status: 403, code: 'role_too_low' }
    await expect(adminInvitations.create(given)).rejects.toMatchObject(refused)
    await expect(adminInvitations.list()).rejects.toMatchObject(refused)
    await expect(adminInvitations.resend({ id })).rejects.toMatchObject(refused)
    await expect(adminInvitations.revoke({ id })).rejects.toMatchObject(refused)
  })

  test('gives the own password where it is given, and a wrong one mails nothing', async () => {
    const mails = catcher.list().length
    const given = { email: 'wrong-password@example.com', role: 'viewer', apps: null } as const
    const wrong = server.as(owner).adminInvitations.create({ ...given, currentPassword: 'a guess' })
    await expect(wrong).rejects.toMatchObject({ code: 'incorrect_password' })
    expect(catcher.list()).toHaveLength(mails)
    await server.as(owner).adminInvitations.create({ ...given, currentPassword })
  })
})

test('an app that was deleted since is not among those of the new admin', async () => {
  const gone = await createTestApp(server, owner, 'Gone before the acceptance')
  const { secret } = await invite({ role: 'operator', apps: [app.id, gone.id] })
  await server.as(owner).apps.delete({ id: gone.id })
  expect(await accept(secret, 'of one app left')).toMatchObject({ apps: [app.id] })
})

test('an invitation that the mail server does not take is none, and the address can be invited later', async () => {
  const silent = await testServer({ OPENAUTH_CONSOLE: 'on', OPENAUTH_SMTP_URL: 'smtp://127.0.0.1:1' })
  const admin = silent.as(await signInAsAdmin(silent))
  const given = { email: 'ada@example.com', role: 'viewer', apps: null } as const
  await expect(admin.adminInvitations.create(given)).rejects.toMatchObject({ status: 503, code: 'mail_unavailable' })
  expect(await admin.adminInvitations.list()).toEqual([])
  await silent.stop()
})

test('without a mail server the answer has the link, this once; without a console there is none', async () => {
  const given = { email: 'ada@example.com', role: 'viewer', apps: null } as const
  const plain = await testServer({ OPENAUTH_CONSOLE: 'on' })
  const admin = plain.as(await signInAsAdmin(plain))
  const { id, link, sentAt } = await admin.adminInvitations.create(given)
  expect([link?.startsWith(`${plain.resources.settings.publicUrl}/console/invitation#`), sentAt]).toEqual([true, null])
  expect(JSON.stringify(await admin.adminInvitations.list())).not.toContain(link!.split('#')[1])
  expect((await admin.adminInvitations.resend({ id })).link).not.toBe(link)
  await plain.stop()
  const bare = await testServer({ OPENAUTH_CONSOLE: 'off' })
  const without = bare.as(await signInAsAdmin(bare)).adminInvitations.create(given)
  await expect(without).rejects.toMatchObject({ code: 'invitation_needs_console' })
  await bare.stop()
})
