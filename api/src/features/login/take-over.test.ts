import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type LoginWorld, startLoginWorld } from './testing.ts'

let harness: LoginWorld
beforeAll(async () => {
  const salt = join(await mkdtemp(join(tmpdir(), 'openauth-salt-')), 'salt')
  await writeFile(salt, 'salt of the old deployment', { mode: 0o600 })
  harness = await startLoginWorld({ OPENAUTH_LEGACY_SALT_FILE: salt })
})
afterAll(() => harness.stop())

let serial = 0
const newApp = () => harness.newApp(`Take over ${(serial += 1)}`)

const byGoogle = async (appId: string, more: object = {}) => {
  const { idToken } = await harness.world.issue.google(more)
  return harness.server.as((await harness.server.as().login.google({ appId, idToken })).token)
}
const byTelegram = async (appId: string, person = 0) => {
  const data = harness.world.telegram.initData(harness.world.people[person])
  return harness.server.as((await harness.server.as().login.telegram({ appId, data })).token)
}
/** Sets the user's last sight to two days ago. */
const setLastSeen = (id: string) =>
  harness.server.resources.db.prisma.user.updateMany({
    where: { id },
    data: { lastSeenAt: new Date(Date.now() - 2 * 86_400_000) },
  })

describe('what a login copies from the provider', () => {
  test("the name and the picture; the picture's address is this server's, without the bot token", async () => {
    for (const login of [byGoogle, byTelegram]) {
      const { id: appId } = await newApp()
      const user = await login(appId)
      expect((await user.account.profile()).displayName).toBe('Player One')
      await vi.waitFor(async () => expect((await user.account.profile()).avatar).not.toBeNull(), { timeout: 120_000 })
      const { avatar } = await user.account.profile()
      expect(avatar).toMatch(new RegExp(`^${harness.server.url}/avatars/[0-9a-f-]{36}\\.webp$`))
      const picture = await fetch(avatar!)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
  })

  test('nothing that the user chose itself', async () => {
    const { id: appId } = await newApp()
    const user = await byGoogle(appId)
    await vi.waitFor(async () => expect((await user.account.profile()).avatar).not.toBeNull(), { timeout: 120_000 })
    await user.account.updateProfile({ displayName: 'Chosen', avatar: 'https://example.com/mine.png' })
    const again = await byGoogle(appId)
    expect(await again.account.profile()).toMatchObject({
      displayName: 'Chosen',
      avatar: 'https://example.com/mine.png',
    })
  })

  test('no picture that the user removed', async () => {
    const { id: appId } = await newApp()
    const user = await byGoogle(appId)
    await vi.waitFor(async () => expect((await user.account.profile()).avatar).not.toBeNull(), { timeout: 120_000 })
    await user.account.updateProfile({ avatar: null })
    const { id } = await user.account.profile()
    await setLastSeen(id)
    harness.world.clearRequests()
    await byGoogle(appId)
    // When a later job of another user is done, so are all before it.
    const other = await byTelegram(appId, 1)
    await vi.waitFor(async () => expect((await other.account.profile()).avatar).not.toBeNull(), { timeout: 120_000 })
    expect((await user.account.profile()).avatar).toBeNull()
    expect(harness.world.requests().some(({ host }) => host === 'lh3.googleusercontent.com')).toBe(false)
  })

  test('no name that the user removed, and no invisible characters of a name', async () => {
    const { id: appId } = await newApp()
    const user = await byGoogle(appId, { overrides: { name: '\u202eenO\u200b reyalP' } })
    expect((await user.account.profile()).displayName).toBe('enO reyalP')
    await user.account.updateProfile({ displayName: null })
    expect((await (await byGoogle(appId)).account.profile()).displayName).toBeNull()
  })

  test("the provider's new name of the account", async () => {
    const { id: appId } = await newApp()
    const login = async (overrides: object) => {
      const token = (await harness.world.issue.github({ overrides: overrides as Record<string, unknown> })).accessToken
      return harness.server.as((await harness.server.as().login.github({ appId, token })).token)
    }
    const github = async (overrides: object) => {
      const { id, github: account } = await (await login(overrides)).account.profile()
      const identities = await harness.admin.users.identities({ appId, id })
      return [account, identities[0]!.display]
    }
    const account = String(harness.world.people[0]!.subjects.github)
    expect(await github({})).toEqual([account, 'player-one'])
    expect(await github({ login: 'player-renamed' })).toEqual([account, 'player-renamed'])
  })
})

describe('an imported Google user, known by its address only', () => {
  const imported = async (appId: string) => {
    const id = randomUUID()
    const identities = [{ provider: 'google' as const, subject: harness.world.people[0]!.email }]
    await harness.admin.users.importLegacy({ appId, users: [{ id, identities }] })
    return id
  }

  test('is found by the verified address, and afterwards by the subject', async () => {
    const { id: appId } = await newApp()
    const id = await imported(appId)
    const user = await byGoogle(appId)
    expect((await user.account.profile()).id).toBe(id)
    const moved = await byGoogle(appId, { overrides: { email: 'moved@example.com' } })
    expect(await moved.account.profile()).toMatchObject({ id, google: 'moved@example.com' })
  })

  test('account pre-hijacking: an unverified address matches no user', async () => {
    const { id: appId } = await newApp()
    await imported(appId)
    const { idToken } = await harness.world.issue.google({ overrides: { email_verified: false } })
    await expect(harness.server.as().login.google({ appId, idToken })).rejects.toMatchObject({
      code: 'email_not_verified',
    })
  })

  test('account pre-hijacking: an e-mail login does not become the Google user of that address', async () => {
    const { id: appId } = await newApp()
    const user = await byGoogle(appId)
    const email = harness.world.people[0]!.email
    await harness.server.as().login.emailStart({ appId, email })
    const { text } = await harness.world.outbox.waitFor(email)
    const { token } = await harness.server.as().login.email({ appId, email, code: /\b\d{6}\b/.exec(text)![0] })
    const other = await harness.server.as(token).account.profile()
    expect(other.id).not.toBe((await user.account.profile()).id)
    expect(other).toMatchObject({ email, google: null })
  })
})

describe('the account that a call names', () => {
  test('must be that of the token', async () => {
    const { idToken } = await harness.world.issue.google()
    const google = { appId: harness.app.id, idToken, email: 'somebody.else@example.com' }
    await expect(harness.server.as().login.google(google)).rejects.toMatchObject({ code: 'account_mismatch' })
    const { accessToken: token } = await harness.world.issue.discord()
    await expect(
      harness.server.as().login.discord({ appId: harness.app.id, token, discord: '1' }),
    ).rejects.toMatchObject({
      code: 'account_mismatch',
    })
    const page = await harness.redirectLogin('tiktok')
    const tiktok = { appId: harness.app.id, token: page.searchParams.get('access_token')!, openId: 'another' }
    await expect(harness.server.as().login.tiktok(tiktok)).rejects.toMatchObject({ code: 'account_mismatch' })
  })

  test('is accepted in a Google login by access token, as existing clients send it', async () => {
    const { accessToken: token } = await harness.world.issue.google()
    const { email } = harness.world.people[0]!
    const answer = await harness.server.as().login.google({ appId: harness.app.id, token, email: email.toUpperCase() })
    expect((await harness.server.as(answer.token).account.profile()).google).toBe(email)
    const foreign = await harness.world.issue.google({ client: harness.world.clients.google.foreign })
    await expect(
      harness.server.as().login.google({ appId: harness.app.id, token: foreign.accessToken }),
    ).rejects.toMatchObject({
      code: 'token_of_another_app',
    })
  })
})

test('of two concurrent unbinds one succeeds', async () => {
  const { id: appId } = await newApp()
  const user = await byGoogle(appId)
  await user.bind.telegram({ data: harness.world.telegram.initData() })
  const outcomes = await Promise.allSettled([
    user.bind.unbind({ provider: 'google' }),
    user.bind.unbind({ provider: 'telegram' }),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a disabled user cannot log in by any method', async () => {
  const { id: appId } = await newApp()
  const { id } = await (await byGoogle(appId)).account.profile()
  await harness.admin.users.disable({ appId, id })
  await expect(byGoogle(appId)).rejects.toMatchObject({ status: 403, code: 'user_disabled' })
})
