import { type Client, identityFields, type Provider, proofs } from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type TestApp } from '../../testing.ts'
import { type MethodFixture, methodFixtures } from './method-fixtures.testing.ts'
import { type LoginWorld, startLoginWorld } from './testing.ts'

let harness: LoginWorld
beforeAll(async () => {
  harness = await startLoginWorld()
})
afterAll(() => harness.stop())

let serial = 0
const app = (): Promise<TestApp> => harness.newApp(`Matrix ${(serial += 1)}`)

const login = ({ method }: MethodFixture, appId: string, body: object) =>
  harness.server.send('POST', `/user/login-${method}`, { body: { appId, ...body } })

const bind = ({ method }: MethodFixture, token: string, body: object) =>
  harness.server.send('POST', `/user/bind-${method}`, { token, body })

const shown = async (client: Client, { method }: MethodFixture) =>
  (await client.account.profile())[identityFields[method as Provider]]

test('every method with a credential input has a fixture, but connections, which have tests of their own', () => {
  const expected = Object.keys(proofs).filter((method) => method !== 'oidc')
  expect(methodFixtures.map(({ method }) => method).toSorted()).toEqual(expected.toSorted())
})

describe.each(methodFixtures)('$method', (fixture) => {
  test('login: the first creates the user, the next finds it; method and time are recorded', async () => {
    const { id: appId } = await app()
    const first = await login(fixture, appId, await fixture.show(harness, appId))
    expect([first.status, Object.keys(first.body.data ?? first.body)]).toEqual([200, ['token']])
    const client = harness.server.as(first.body.data.token)
    const profile = await client.account.profile()
    expect(profile[identityFields[fixture.method as Provider]]).toBeTypeOf('string')
    expect(Math.abs(profile.lastSeenAt - Date.now())).toBeLessThan(60_000)
    expect((await client.account.sessions()).map(({ method }) => method)).toEqual([fixture.method])
    const second = await login(fixture, appId, await fixture.show(harness, appId))
    expect((await harness.server.as(second.body.data.token).account.profile()).id).toBe(profile.id)
  })

  test('bind: the account then logs the user in; no other user of the app can have it', async () => {
    const { id: appId } = await app()
    const [owner, other] = [
      await signInAs(harness.server, appId, 'owner'),
      await signInAs(harness.server, appId, 'other'),
    ]
    expect(await bind(fixture, owner.token, await fixture.show(harness, appId, owner.token))).toMatchObject({
      status: 200,
    })
    expect(await shown(owner.client, fixture)).toBeTypeOf('string')
    const again = await login(fixture, appId, await fixture.show(harness, appId))
    expect((await harness.server.as(again.body.data.token).account.profile()).id).toBe(owner.id)
    expect(await bind(fixture, owner.token, await fixture.show(harness, appId, owner.token))).toMatchObject({
      status: 200,
    })
    const taken = await bind(fixture, other.token, await fixture.show(harness, appId, other.token))
    expect([taken.status, taken.body.code]).toEqual([400, 'identity_taken'])
    expect(await shown(other.client, fixture)).toBeNull()
  })

  test('unbind: the account can be used again and its sessions end; the last one cannot be removed', async () => {
    const { id: appId } = await app()
    const owner = await signInAs(harness.server, appId, 'owner')
    await bind(fixture, owner.token, await fixture.show(harness, appId, owner.token))
    const { token } = (await login(fixture, appId, await fixture.show(harness, appId))).body.data
    await owner.client.bind.unbind({ provider: fixture.method })
    expect(await shown(owner.client, fixture)).toBeNull()
    expect((await harness.server.send('GET', '/user/profile', { token })).status).toBe(401)
    const alone = (await login(fixture, appId, await fixture.show(harness, appId))).body.data.token
    expect((await harness.server.as(alone).account.profile()).id).not.toBe(owner.id)
    const last = await harness.server.send('POST', '/user/unbind', { token: alone, body: { provider: fixture.method } })
    expect([last.status, last.body.code]).toEqual([403, 'last_identity'])
    expect((await harness.server.send('GET', '/user/profile', { token: alone })).status).toBe(200)
  })

  test('switched off: login and bind answer 403 at once', async () => {
    const { id: appId } = await app()
    const owner = await signInAs(harness.server, appId, 'owner')
    const body = await fixture.show(harness, appId)
    await harness.admin.apps.update({ id: appId, [fixture.switchName]: false })
    for (const answer of [await login(fixture, appId, body), await bind(fixture, owner.token, body)])
      expect([answer.status, answer.body.code]).toEqual([403, 'login_method_disabled'])
  })

  test('foreign: login and bind refuse a credential of another app', async () => {
    const { id: appId } = await app()
    const owner = await signInAs(harness.server, appId, 'owner')
    const answers = [
      await login(fixture, appId, await fixture.foreign(harness, appId)),
      await bind(fixture, owner.token, await fixture.foreign(harness, appId)),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([400, fixture.foreignCode])
    expect(await shown(owner.client, fixture)).toBeNull()
    expect((await harness.admin.users.list({ appId })).meta.totalItems).toBe(1)
  })

  test('replay: a used credential is refused', async () => {
    const { id: appId } = await app()
    const body = await (fixture.once ?? fixture.show)(harness, appId)
    expect((await login(fixture, appId, body)).status).toBe(200)
    await fixture.beforeReplay?.(harness, appId)
    const { status, body: answer } = await login(fixture, appId, body)
    expect([status, answer.code]).toEqual([400, fixture.replayCode])
  })

  test('expired: an expired credential is refused', async () => {
    const { id: appId } = await app()
    const { status, body } = await login(fixture, appId, await fixture.expired(harness, appId))
    expect([status, body.code]).toEqual([400, fixture.expiredCode])
    expect((await harness.admin.users.list({ appId })).meta.totalItems).toBe(0)
  })
})
