import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type TestUser } from '../../testing.ts'
import { expireOneTimes } from '../login/matrix.testing.ts'
import { type LoginWorld, pageOrigin, startLoginWorld } from '../login/testing.ts'
import { authenticator } from '../webauthn/testing.ts'

let harness: LoginWorld
let serial = 0
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

const uri = `${pageOrigin}/account`
const here = { origin: pageOrigin, rpId: 'localhost' }
type Authenticator = ReturnType<typeof authenticator>

const challengeOf = (options: Record<string, unknown>) => options.challenge as string
const user = () => signInAs(harness.server, harness.app.id, `passkey user ${(serial += 1)}`)

const register = async (owner: TestUser, device: Authenticator, page = here) => {
  const challenge = challengeOf(await owner.client.passkeys.registerOptions({ uri }))
  const response = device.create({ challenge, ...page })
  return harness.server.send('POST', '/user/passkeys/register/verify', { token: owner.token, body: { response } })
}

const loginChallenge = async (appId = harness.app.id) =>
  challengeOf(await harness.server.as().passkeys.loginOptions({ appId, uri }))

const verify = (response: object, appId = harness.app.id) =>
  harness.server.send('POST', '/user/passkeys/login/verify', { body: { appId, response } })

const withPasskey = async () => {
  const [owner, device] = [await user(), authenticator()]
  expect((await register(owner, device)).status).toBe(200)
  return { owner, device }
}

describe('passkey', () => {
  test('logs in, is bound and unbound', async () => {
    const { owner, device } = await withPasskey()
    // A credential that is a week old may remove older ones.
    const createdAt = new Date(Date.now() - 8 * 86_400_000)
    await harness.server.resources.db.prisma.passkey.updateMany({ where: { userId: owner.id }, data: { createdAt } })
    const answer = await verify(device.get({ challenge: await loginChallenge(), ...here }, { userHandle: owner.id }))
    expect(answer.status).toBe(200)
    const client = harness.server.as(answer.body.data.token)
    expect((await client.account.profile()).id).toBe(owner.id)
    expect((await client.account.sessions()).map(({ method }) => method)).toContain('passkey')
    const [passkey] = await client.passkeys.list()
    expect(passkey).toMatchObject({ name: 'Passkey', lastUsedAt: expect.any(Number) })
    await client.bind.unbind({ provider: 'username' })
    const last = await harness.server.send('POST', `/user/passkeys/${passkey!.id}/remove`, {
      token: answer.body.data.token,
    })
    expect([last.status, last.body.code]).toEqual([403, 'last_identity'])
    expect(await client.passkeys.list()).toHaveLength(1)
  })

  test('a user may have several and removes them one by one; other users cannot remove them', async () => {
    const { owner, device } = await withPasskey()
    await register(owner, authenticator())
    const [first] = await owner.client.passkeys.list()
    const stranger = await user()
    await expect(stranger.client.passkeys.remove({ id: first!.id })).rejects.toMatchObject({
      code: 'passkey_not_found',
    })
    await owner.client.passkeys.remove({ id: first!.id })
    expect(await owner.client.passkeys.list()).toHaveLength(1)
    const gone = await verify(device.get({ challenge: await loginChallenge(), ...here }))
    expect(gone.body.code).toBe('passkey_refused')
  })

  test('removing it ends the sessions that began with it', async () => {
    const { owner, device } = await withPasskey()
    const { token } = (await verify(device.get({ challenge: await loginChallenge(), ...here }))).body.data
    const [passkey] = await owner.client.passkeys.list()
    await owner.client.passkeys.remove({ id: passkey!.id })
    expect((await harness.server.send('GET', '/user/profile', { token })).status).toBe(401)
  })

  test('with an id of any length can be removed', async () => {
    const [owner, device] = [await user(), authenticator(1000)]
    expect((await register(owner, device)).status).toBe(200)
    const [passkey] = await owner.client.passkeys.list()
    await owner.client.passkeys.remove({ id: passkey!.id })
    expect(await owner.client.passkeys.list()).toEqual([])
  })

  test('while switched off, every call answers 403', async () => {
    const closed = await harness.newApp('Without passkeys')
    await harness.admin.apps.update({ id: closed.id, passkeyEnabled: false })
    await expect(harness.server.as().passkeys.loginOptions({ appId: closed.id, uri })).rejects.toMatchObject({
      code: 'login_method_disabled',
    })
    const answer = await verify(authenticator().get({ challenge: await loginChallenge(), ...here }), closed.id)
    expect([answer.status, answer.body.code]).toEqual([403, 'login_method_disabled'])
  })
})

describe('a forged or replayed passkey response', () => {
  const expectRefusedLogin = async (make: (device: Authenticator, challenge: string) => object, appId?: string) => {
    const { device } = await withPasskey()
    const { status, body } = await verify(make(device, await loginChallenge()), appId)
    expect([status, body.code]).toEqual([400, 'passkey_refused'])
  }

  test('for another origin is refused', () =>
    expectRefusedLogin((device, challenge) =>
      device.get({ challenge, origin: 'https://evil.example', rpId: 'localhost' }),
    ))

  test('for another relying party is refused', () =>
    expectRefusedLogin((device, challenge) => device.get({ challenge, origin: pageOrigin, rpId: 'evil.example' })))

  test('by another key under the same id is refused', () =>
    expectRefusedLogin((device, challenge) => ({
      ...authenticator().get({ challenge, ...here }),
      id: device.get({ challenge, ...here }).id,
      rawId: device.get({ challenge, ...here }).id,
    })))

  test('for another user is refused', () =>
    expectRefusedLogin((device, challenge) => device.get({ challenge, ...here }, { userHandle: 'somebody else' })))

  test('with a challenge that this server did not issue is refused', () =>
    expectRefusedLogin((device) => device.get({ challenge: 'x'.repeat(43), ...here })))

  test('in another app of this server is refused', async () => {
    const other = await harness.newApp(`Elsewhere ${(serial += 1)}`)
    const { device } = await withPasskey()
    const answer = await verify(device.get({ challenge: await loginChallenge(other.id), ...here }), other.id)
    expect(answer.body.code).toBe('passkey_refused')
  })

  test('of a copied passkey, whose counter does not increase, is refused', async () => {
    const { device } = await withPasskey()
    expect((await verify(device.get({ challenge: await loginChallenge(), ...here }))).status).toBe(200)
    const copy = await verify(device.get({ challenge: await loginChallenge(), ...here }, { rewind: true }))
    expect(copy.body.code).toBe('passkey_refused')
  })

  test('that was used before or has expired is refused', async () => {
    const { device } = await withPasskey()
    const response = device.get({ challenge: await loginChallenge(), ...here })
    expect((await verify(response)).status).toBe(200)
    expect((await verify(response)).body.code).toBe('passkey_refused')
    const late = device.get({ challenge: await loginChallenge(), ...here })
    await expireOneTimes(harness)
    expect((await verify(late)).body.code).toBe('passkey_refused')
  })

  test.each([{}, { id: 'x' }, { id: 'x', response: { clientDataJSON: '!!' } }, { id: 5 }, { response: null }])(
    'of the shape %j is refused',
    async (response) => {
      expect((await verify(response)).body.code).toBe('invalid_input')
    },
  )
})

describe('a forged registration', () => {
  test('for another user, origin or relying party is refused, and nothing is stored', async () => {
    const [owner, stranger, device] = [await user(), await user(), authenticator()]
    const challenge = challengeOf(await owner.client.passkeys.registerOptions({ uri }))
    const asStranger = await harness.server.send('POST', '/user/passkeys/register/verify', {
      token: stranger.token,
      body: { response: device.create({ challenge, ...here }) },
    })
    expect(asStranger.body.code).toBe('passkey_refused')
    expect((await register(owner, device, { origin: 'https://evil.example', rpId: 'localhost' })).status).toBe(400)
    expect((await register(owner, device, { origin: pageOrigin, rpId: 'evil.example' })).status).toBe(400)
    expect(await owner.client.passkeys.list()).toEqual([])
  })

  test("SSRF: the attestation of a device's maker is not evaluated, and its addresses are not fetched", async () => {
    const [owner, device] = [await user(), authenticator()]
    const challenge = challengeOf(await owner.client.passkeys.registerOptions({ uri }))
    // If it were verified, this statement would be refused, and the addresses of a complete one's certificates
    // fetched.
    const statement = new Map<string, unknown>([['x5c', [new Uint8Array([1])]]])
    const response = device.create({ challenge, ...here }, { format: 'android-key', statement })
    const body = { response }
    expect(
      await harness.server.send('POST', '/user/passkeys/register/verify', { token: owner.token, body }),
    ).toMatchObject({
      status: 200,
    })
  })

  test.each([[1], 'internal', { a: 1 }, [null], Array.from({ length: 60 }, () => 'usb')])(
    'with the transports %j is refused as input',
    async (transports) => {
      const [owner, device] = [await user(), authenticator()]
      const challenge = challengeOf(await owner.client.passkeys.registerOptions({ uri }))
      const { response, ...rest } = device.create({ challenge, ...here })
      const body = { response: { ...rest, response: { ...response, transports } } }
      const answer = await harness.server.send('POST', '/user/passkeys/register/verify', { token: owner.token, body })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test('with an oversized key is refused', async () => {
    const [owner, device] = [await user(), authenticator()]
    const challenge = challengeOf(await owner.client.passkeys.registerOptions({ uri }))
    const body = { response: device.create({ challenge, ...here }, { large: 4000 }) }
    const answer = await harness.server.send('POST', '/user/passkeys/register/verify', { token: owner.token, body })
    expect([answer.status, answer.body.code]).toEqual([400, 'passkey_refused'])
  })

  test('beyond twenty passkeys, or thirty begun registrations, is refused', async () => {
    const owner = await user()
    const { db } = harness.server.resources
    await db.prisma.passkey.createMany({
      data: Array.from({ length: 20 }, (_, index) => ({
        id: `${owner.id} ${index}`,
        userId: owner.id,
        rpId: 'localhost',
        name: 'x',
        publicKey: new Uint8Array(1),
      })),
    })
    await expect(owner.client.passkeys.registerOptions({ uri })).rejects.toMatchObject({ code: 'too_many_passkeys' })
    const busy = await user()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 35 }, () => busy.client.passkeys.registerOptions({ uri })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  })

  test('of a credential id that exists already is refused', async () => {
    const { device } = await withPasskey()
    expect((await register(await user(), device)).body.code).toBe('passkey_refused')
  })

  test('from a page that is not of the app is refused', async () => {
    const owner = await user()
    await expect(owner.client.passkeys.registerOptions({ uri: 'https://evil.example' })).rejects.toMatchObject({
      code: 'origin_not_allowed',
    })
  })
})
