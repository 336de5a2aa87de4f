import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let admin: ReturnType<TestServer['as']>
let app: TestApp
beforeAll(async () => {
  server = await testServer()
  const token = await signInAsAdmin(server)
  admin = server.as(token)
  app = await createTestApp(server, token, 'Edited')
})
afterAll(() => server.stop())

const meanwhile = { status: 409, code: 'changed_meanwhile' }

test('of two operators who saw the same app, the later is refused and changes nothing', async () => {
  const { updatedAt } = await admin.apps.get({ id: app.id })
  const change = (description: string) => admin.apps.update({ id: app.id, description, expectedUpdatedAt: updatedAt })
  const results = await Promise.allSettled([change('one'), change('two'), change('three')])
  const done = results.filter((result) => result.status === 'fulfilled')
  expect(done).toHaveLength(1)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(meanwhile)
  const now = await admin.apps.get({ id: app.id })
  expect(now).toEqual(done[0]!.value)
  expect(now.updatedAt).toBeGreaterThan(updatedAt)
  await admin.apps.update({ id: app.id, githubClientSecret: 'a secret', expectedUpdatedAt: now.updatedAt })
  await expect(change('late')).rejects.toMatchObject(meanwhile)
  expect((await admin.apps.update({ id: app.id, description: 'whatever it was' })).description).toBe('whatever it was')
})

test('the audit trail tells the old and the new value of what changed, of credentials whether there is one', async () => {
  await admin.apps.update({ id: app.id, description: 'before', jwtTTL: 60, tiktokClientSecret: 'hush one' })
  const same = { redirectOrigins: [], emailEnabled: false }
  await admin.apps.update({ id: app.id, ...same, description: 'after', jwtTTL: 120, tiktokClientSecret: 'hush two' })
  await admin.apps.update({ id: app.id, ...same })
  const [event] = (await admin.audit.list({ action: 'app.update', appId: app.id })).data
  expect(event!.details).toEqual({
    changed: expect.arrayContaining(['description', 'jwtTTL', 'tiktokClientSecret']),
    before: { description: 'before', jwtTTL: 60, tiktokClientSecret: '(set)' },
    after: { description: 'after', jwtTTL: 120, tiktokClientSecret: '(set)' },
  })
})

test('wallet policies of an app and a user have versions too, from the first change on; the audit has both rules', async () => {
  const one = { appId: app.id }
  expect((await admin.walletPolicies.get(one)).updatedAt).toBeNull()
  const first = await admin.walletPolicies.update({ ...one, approvals: true, expectedUpdatedAt: null })
  await expect(
    admin.walletPolicies.update({ ...one, approvals: false, expectedUpdatedAt: null }),
  ).rejects.toMatchObject(meanwhile)
  const second = await admin.walletPolicies.update({ ...one, approvals: false, expectedUpdatedAt: first.updatedAt })
  expect(second.updatedAt).toBeGreaterThan(first.updatedAt!)
  expect((await admin.walletPolicies.get(one)).own).toEqual({ approvals: false })
  const [event] = (await admin.audit.list({ action: 'wallet-policy.update' })).data
  expect(event!.details).toEqual({ approvals: 'false', before: { approvals: 'true' } })
  const user = await signInAs(server, app.id, 'owner')
  const ofUser = { ...one, id: user.id }
  const { updatedAt } = await admin.walletPolicies.updateOfUser({ ...ofUser, messageSigning: false })
  await admin.walletPolicies.updateOfUser({ ...ofUser, messageSigning: null, expectedUpdatedAt: updatedAt })
  await expect(
    admin.walletPolicies.updateOfUser({ ...ofUser, messageSigning: true, expectedUpdatedAt: updatedAt }),
  ).rejects.toMatchObject(meanwhile)
})

test('a duplicate has the settings, policy and tokens, and no secret, credential, client id or user of the original', async () => {
  await admin.apps.update({
    id: app.id,
    googleEnabled: true,
    googleClientId: 'client of the original',
    googleClientSecret: 'hush',
    redirectOrigins: ['https://game.example'],
    brand: { name: 'Brand', color: '#7DD3FC' },
    jwtTTL: 77,
  })
  const token = { network: 'base', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } as const
  await admin.knownTokens.set({ appId: app.id, ...token, symbol: 'USDC', name: 'USD Coin' })
  const copy = await admin.apps.duplicate({ id: app.id, name: 'Second edition' })
  expect(copy).toMatchObject({
    name: 'Second edition',
    googleEnabled: true,
    redirectOrigins: ['https://game.example'],
    jwtTTL: 77,
    googleClientId: null,
    googleClientSecret: null,
    githubClientSecret: null,
    tiktokClientSecret: null,
  })
  expect(copy.brand).toMatchObject({ name: 'Brand', color: '#7DD3FC' })
  expect((await admin.walletPolicies.get({ appId: copy.id })).own).toEqual({ approvals: false })
  expect(await admin.knownTokens.list({ appId: copy.id })).toHaveLength(1)
  expect((await admin.users.list({ appId: copy.id })).meta.totalItems).toBe(0)
  expect((await admin.apps.secret({ id: copy.id })).appSecret).not.toBe(app.secret)
  const [event] = (await admin.audit.list({ action: 'app.duplicate' })).data
  expect(event).toMatchObject({ targetId: copy.id, details: { name: 'Second edition', from: app.id } })
  await expect(admin.apps.duplicate({ id: app.id, name: 'second EDITION' })).rejects.toMatchObject({ status: 400 })
  await admin.apps.delete({ id: copy.id })
  await expect(admin.apps.duplicate({ id: copy.id, name: 'Third' })).rejects.toMatchObject({ code: 'app_not_found' })
})
