import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type TestUser } from '../../testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from '../login/testing.ts'
import { ethereumWallet, type TestWallet } from '../login/wallets.testing.ts'
import { authenticator } from '../webauthn/testing.ts'

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

const DAY = 86_400_000
const uri = `${pageOrigin}/account`
const prisma = () => harness.server.resources.db.prisma
const timeAgo = (milliseconds: number) => new Date(Date.now() - milliseconds)

const newUser = () => signInAs(harness.server, harness.app.id, `owner ${(serial += 1)}`)
const password = () => `password of owner ${serial}`

/** For a login, or for a bind of the user. */
const signed = async (wallet: TestWallet, binder?: TestUser) => {
  const purpose = binder ? 'bind' : 'login'
  const challengeInput = { appId: harness.app.id, chain: 'ethereum', address: wallet.address, uri, purpose } as const
  const { message } = await harness.server.as(binder?.token).login.challenge(challengeInput)
  return { ethAddress: wallet.address, message, signature: await wallet.sign(message) }
}

const logInBy = async (wallet: TestWallet): Promise<string> =>
  (await harness.server.as().login.ethereum({ appId: harness.app.id, ...(await signed(wallet)) })).token

const outcome = async (token: string, path: string, body: object = {}) => {
  const answer = await harness.server.send('POST', path, { token, body })
  return answer.status === 200 ? 200 : (answer.body.code as string)
}
const undo = (token: string, id: string) => outcome(token, `/user/account-changes/${id}/undo`)
const isIn = async (token: string) => (await harness.server.send('GET', '/user/profile', { token })).status === 200

const changesOf = (user: TestUser) => user.client.account.accountChanges()

const ageWallet = (user: TestUser, byMilliseconds: number) =>
  prisma().identity.updateMany({
    where: { userId: user.id, provider: 'ethereum' },
    data: { confirmedAt: timeAgo(byMilliseconds), createdAt: timeAgo(byMilliseconds) },
  })

/** A wallet that the user has had for longer than any change can be undone. */
const oldWallet = async (user: TestUser) => {
  const wallet = ethereumWallet()
  await user.client.bind.ethereum(await signed(wallet, user))
  await ageWallet(user, 9 * DAY)
  await prisma().accountChange.deleteMany({ where: { userId: user.id, method: 'ethereum' } })
  return wallet
}

const changePassword = (user: TestUser, newPassword: string) =>
  user.client.account.updatePassword({ oldPassword: password(), newPassword })

const addPasskey = async (user: TestUser) => {
  const [device, page] = [authenticator(), { origin: pageOrigin, rpId: 'localhost' }]
  const { challenge } = await user.client.passkeys.registerOptions({ uri })
  const response = device.create({ challenge: challenge as string, ...page })
  await user.client.passkeys.registerVerify({ response })
  return async () => {
    const options = await harness.server.as().passkeys.loginOptions({ appId: harness.app.id, uri })
    const assertion = device.get({ challenge: options.challenge as string, ...page })
    return (await harness.server.as().passkeys.loginVerify({ appId: harness.app.id, response: assertion })).token
  }
}

describe("S1: the owner undoes an attacker's change", () => {
  test('S1: of a bind: the credential is removed, and all other sessions end', async () => {
    const owner = await newUser()
    const wallet = ethereumWallet()
    await owner.client.bind.ethereum(await signed(wallet, owner))
    const thief = await logInBy(wallet)
    const [change] = await changesOf(owner)
    expect(change).toMatchObject({ kind: 'bind', method: 'ethereum', display: wallet.address, undoneAt: null })
    expect(change!.undoableUntil).toBe(change!.createdAt + 7 * DAY)
    expect(await undo(owner.token, change!.id)).toBe(200)
    expect([await isIn(thief), await isIn(owner.token)]).toEqual([false, true])
    expect((await owner.client.account.profile()).ethAddress).toBeNull()
    const [undone] = await changesOf(owner)
    expect(undone).toMatchObject({ undoableUntil: null, undoneAt: expect.any(Number) })
    expect(await undo(owner.token, change!.id)).toBe('undo_too_late')
  })

  test('S1: of an unbind: the identity is restored with its date', async () => {
    const owner = await newUser()
    const wallet = await oldWallet(owner)
    await owner.client.bind.unbind({ provider: 'ethereum' })
    const [change] = await changesOf(owner)
    expect(await undo(owner.token, change!.id)).toBe(200)
    const again = await logInBy(wallet)
    expect((await harness.server.as(again).account.profile()).id).toBe(owner.id)
    expect(await outcome(again, '/user/unbind', { provider: 'username' })).toBe(200)
  })

  test('S1: not of an unbind where another user has the account by now', async () => {
    const owner = await newUser()
    const wallet = await oldWallet(owner)
    await owner.client.bind.unbind({ provider: 'ethereum' })
    const taken = await logInBy(wallet)
    const [change] = await changesOf(owner)
    expect(await undo(owner.token, change!.id)).toBe('identity_taken')
    expect((await harness.server.as(taken).account.profile()).ethAddress).toBe(wallet.address)
  })

  test('S1: of passkeys, added and removed', async () => {
    const owner = await newUser()
    const logIn = await addPasskey(owner)
    const [registered] = await owner.client.passkeys.list()
    await owner.client.passkeys.remove({ id: registered!.id })
    const [removed, added] = await changesOf(owner)
    expect([removed!.kind, added!.kind]).toEqual(['passkey_remove', 'passkey_add'])
    expect(await undo(owner.token, removed!.id)).toBe(200)
    expect(await owner.client.passkeys.list()).toEqual([registered])
    const token = await logIn()
    expect(await undo(owner.token, added!.id)).toBe(200)
    expect([await owner.client.passkeys.list(), await isIn(token)]).toEqual([[], false])
  })

  test('S1: of a password: neither the old nor the new one works, and another can be set', async () => {
    const owner = await newUser()
    const wallet = await oldWallet(owner)
    await changePassword(owner, 'of the thief')
    const [change] = await changesOf(owner)
    const token = await logInBy(wallet)
    expect(await undo(token, change!.id)).toBe(200)
    expect(await isIn(owner.token)).toBe(false)
    for (const tried of [password(), 'of the thief']) {
      const body = { appId: harness.app.id, username: `owner ${serial}`, password: tried, type: 'login' }
      expect((await harness.server.send('POST', '/user/login-username', { body })).body.code).toBe('incorrect_login')
    }
    expect(await outcome(token, '/user/update-password', { newPassword: 'chosen by the owner' })).toBe(200)
  })
})

describe("S1: an attacker cannot undo the owner's changes", () => {
  test('S1: with a login method newer than the change, nor after seven days', async () => {
    const owner = await newUser()
    const wallet = await oldWallet(owner)
    await ageWallet(owner, 5 * DAY)
    for (const age of [10 * DAY, 6 * DAY]) {
      const change = { kind: 'bind', method: 'telegram', userId: owner.id, createdAt: timeAgo(age) } as const
      await prisma().accountChange.create({ data: change })
    }
    const [later, earlier] = await changesOf(owner)
    const thief = await logInBy(wallet)
    expect(await undo(thief, later!.id)).toBe('undo_not_allowed')
    expect(await undo(owner.token, earlier!.id)).toBe('undo_too_late')
  })

  test('S1: of the password by the password', async () => {
    const owner = await newUser()
    await changePassword(owner, 'chosen by the owner')
    const [change] = await changesOf(owner)
    expect(await undo(owner.token, change!.id)).toBe('undo_not_allowed')
  })

  test('S1: without a reauthentication, nor changes of another user', async () => {
    const [owner, thief] = [await newUser(), await newUser()]
    await owner.client.bind.ethereum(await signed(ethereumWallet(), owner))
    const [change] = await changesOf(owner)
    expect(await undo(thief.token, change!.id)).toBe('account_change_not_found')
    await prisma().session.updateMany({ where: { userId: owner.id }, data: { createdAt: timeAgo(DAY) } })
    expect(await undo(owner.token, change!.id)).toBe('reauthentication_required')
  })

  test('S1: where that would remove the last login method', async () => {
    const owner = await newUser()
    await owner.client.bind.ethereum(await signed(ethereumWallet(), owner))
    const [change] = await changesOf(owner)
    await harness.admin.apps.update({ id: harness.app.id, usernameEnabled: false })
    expect(await undo(owner.token, change!.id)).toBe('last_identity')
    await harness.admin.apps.update({ id: harness.app.id, usernameEnabled: true })
  })
})

describe('S1: the owner is notified', () => {
  const mailedUser = async (address: string) => {
    const owner = await newUser()
    await owner.client.login.emailStart({ appId: harness.app.id, email: address, purpose: 'bind' })
    const { code } = await harness.world.outbox.waitFor(address)
    await owner.client.bind.email({ email: address, code: code! })
    return owner
  }
  const lastMail = () => harness.world.outbox.list().at(-1)!.at

  test('S1: by mail and Telegram, not at the address that was just added', async () => {
    const [address, person] = ['told@example.com', harness.world.people[2]!]
    const telegramId = String(person.subjects.telegram)
    const owner = await mailedUser(address)
    const before = lastMail()
    await owner.client.bind.telegram({ data: harness.world.telegram.initData(person) })
    const about = await harness.world.outbox.waitFor(address, before)
    expect(about.subject).toBe(`A Telegram account (${telegramId}) was added as a way to log in at Logins`)
    expect(about.text).toContain('127.0.0.1')
    const wallet = ethereumWallet()
    await owner.client.bind.ethereum(await signed(wallet, owner))
    const last = () => harness.world.telegram.messages().at(-1)?.text
    await expect.poll(last).toContain(`An Ethereum wallet (${wallet.address}) was added`)
    expect(harness.world.telegram.messages().map(({ to }) => to)).toEqual([telegramId])
  })

  test('S1: at the removed address, and again when a change is undone', async () => {
    const address = 'removed@example.com'
    const owner = await mailedUser(address)
    const before = lastMail()
    await owner.client.bind.unbind({ provider: 'email' })
    const about = await harness.world.outbox.waitFor(address, before)
    expect(about.subject).toContain(`An e-mail address (${address}) was removed`)
    const [change] = await changesOf(owner)
    await owner.client.account.undoAccountChange({ id: change!.id })
    expect((await harness.world.outbox.waitFor(address, about.at)).subject).toContain('was undone')
  })
})

test('S1: of a key export, which is listed and cannot be undone', async () => {
  await harness.admin.apps.update({ id: harness.app.id, privateKeyExportEnabled: true })
  const owner = await newUser()
  expect(await outcome(owner.token, '/user/solana/private-key')).toBe(200)
  const [change] = await changesOf(owner)
  expect(change).toMatchObject({ kind: 'key_export', undoableUntil: null, undoneAt: null })
  expect(await undo(owner.token, change!.id)).toBe('undo_too_late')
})
