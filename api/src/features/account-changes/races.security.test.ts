import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { newInitData } from '../login/init-data.testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from '../login/testing.ts'
import { ethereumWallet } from '../login/wallets.testing.ts'

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

const newApp = () => harness.newApp(`Races ${(serial += 1)}`)
const post = (path: string, body: object, token?: string) => harness.server.send('POST', path, { body, token })

/** For a login, or for a bind of the session with the token. */
const signed = async (appId: string, wallet: ReturnType<typeof ethereumWallet>, binder?: string) => {
  const purpose = binder === undefined ? 'login' : 'bind'
  const challengeInput = { appId, chain: 'ethereum', address: wallet.address, uri: pageOrigin, purpose } as const
  const { message } = await harness.server.as(binder).login.challenge(challengeInput)
  return { ethAddress: wallet.address, message, signature: await wallet.sign(message) }
}

test('the holder of an unbound account has no session, even after a concurrent login', async () => {
  const { id: appId } = await newApp()
  for (let round = 0; round < 4; round += 1) {
    const owner = await signInAs(harness.server, appId, `owner ${round}`)
    const data = newInitData(harness)
    await owner.client.bind.telegram({ data })
    let isUnbound = false
    // Fewer in all than the sessions that a user may have: the owner's own would be the first to end.
    const holder = async () => {
      for (let logins = 0; logins < 10 && !isUnbound; logins += 1) await post('/user/login-telegram', { appId, data })
    }
    const holders = Array.from({ length: 8 }, holder)
    await post('/user/login-telegram', { appId, data })
    await owner.client.bind.unbind({ provider: 'telegram' })
    isUnbound = true
    await Promise.all(holders)
    expect((await owner.client.account.sessions()).map(({ method }) => method)).toEqual(['username'])
    // The next round binds the same account again.
    const { db } = harness.server.resources
    await db.prisma.identity.deleteMany({ where: { appId, provider: 'telegram' } })
    await db.prisma.oneTime.deleteMany({ where: { appId } })
  }
})

test('an account that is bound while its user is deleted can log in afterwards', async () => {
  const { id: appId } = await newApp()
  for (let round = 0; round < 8; round += 1) {
    const leaver = await signInAs(harness.server, appId, `leaver ${round}`)
    const wallet = ethereumWallet()
    const proof = await signed(appId, wallet, leaver.token)
    await Promise.all([
      post('/user/bind-ethereum', proof, leaver.token),
      harness.admin.users.delete({ appId, id: leaver.id }),
    ])
    const answer = await post('/user/login-ethereum', { appId, ...(await signed(appId, wallet)) })
    expect(answer.status).toBe(200)
  }
})

describe('account pre-hijacking', () => {
  const imported = async (appId: string) => {
    const owner = await signInAs(harness.server, appId, `imported ${(serial += 1)}`)
    const subject = harness.world.people[0]!.email
    const identity = { appId, provider: 'google' as const, subject, display: subject, userId: owner.id }
    await harness.server.resources.db.prisma.identity.create({ data: identity })
    return owner
  }
  const idToken = async () => (await harness.world.issue.google()).idToken

  test('an imported Google user cannot be taken over by a bind', async () => {
    const { id: appId } = await newApp()
    const owner = await imported(appId)
    const other = await signInAs(harness.server, appId, 'other')
    const taken = await post('/user/bind-google', { idToken: await idToken() }, other.token)
    expect([taken.status, taken.body.code]).toEqual([400, 'identity_taken'])
    expect((await post('/user/bind-google', { idToken: await idToken() }, owner.token)).status).toBe(200)
    const { token } = await harness.server.as().login.google({ appId, idToken: await idToken() })
    expect((await harness.server.as(token).account.profile()).id).toBe(owner.id)
  })

  test('concurrent logins and binds of its account all find the owner', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id: appId } = await newApp()
      const owner = await imported(appId)
      const other = await signInAs(harness.server, appId, 'other')
      const tokens = await Promise.all(Array.from({ length: 4 }, idToken))
      const [first, second, ...binds] = await Promise.all([
        ...tokens.slice(0, 2).map((each) => post('/user/login-google', { appId, idToken: each })),
        ...tokens.slice(2).map((each) => post('/user/bind-google', { idToken: each }, other.token)),
      ])
      expect(binds.map(({ status }) => status)).toEqual([400, 400])
      for (const answer of [first!, second!])
        expect((await harness.server.as(answer.body.data.token).account.profile()).id).toBe(owner.id)
    }
  })
})

test('the last enabled login method cannot be removed, whatever disabled ones are bound', async () => {
  const { id: appId } = await newApp()
  const user = await signInAs(harness.server, appId, 'careful')
  await user.client.bind.telegram({ data: harness.world.telegram.initData() })
  await harness.admin.apps.update({ id: appId, telegramEnabled: false })
  await expect(user.client.bind.unbind({ provider: 'username' })).rejects.toMatchObject({ code: 'last_identity' })
  await user.client.bind.unbind({ provider: 'telegram' })
})
