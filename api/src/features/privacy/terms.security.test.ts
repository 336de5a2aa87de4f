import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestApp, type TestServer } from '../../testing.ts'

let server: TestServer
let admin: string
let app: TestApp
const url = 'https://example.com/terms'
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  admin = await signInAsAdmin(server)
  app = await createTestApp(server, admin, 'With terms')
})
afterAll(() => server.stop())

const setTerms = (settings: object) => server.as(admin).apps.update({ id: app.id, ...settings })

test('an app with terms that are not required answers users as before, and they accept them by version', async () => {
  const user = await signInAs(server, app.id, 'accepts-freely')
  expect(await user.client.privacy.terms()).toEqual({ required: false, documents: [] })
  await setTerms({ termsUrl: url, termsVersion: '1', privacyVersion: 'no address' })
  await user.client.account.referrals({})
  const { documents } = await server.as().account.config({ appId: app.id })
  expect(documents).toEqual([{ document: 'terms', url, version: '1' }])
  await user.client.privacy.acceptTerms({ terms: '1', surface: 'player' })
  await user.client.privacy.acceptTerms({ terms: '1', surface: 'elsewhere' })
  const ofUser = await server.as(admin).terms.ofUser({ appId: app.id, id: user.id })
  expect(ofUser).toMatchObject([{ userId: user.id, document: 'terms', version: '1', surface: 'player' }])
  expect(await app.client.appTermsAcceptances.ofUser({ id: user.id })).toEqual(ofUser)
  const { data: lines } = await server.as(admin).audit.list({ targetId: user.id, action: 'user.terms-accept' })
  expect(lines).toMatchObject([{ actor: 'user', details: { given: ['terms 1'] } }])
})

test('calls past required terms are refused until the present versions are accepted; data, deletion and logout are not', async () => {
  const user = await signInAs(server, app.id, 'has-to-accept')
  await setTerms({ termsUrl: url, termsVersion: '2', privacyUrl: url, privacyVersion: '7', termsRequired: true })
  const { client } = user
  const refused = { code: 'terms_required' }
  await expect(client.account.referrals({})).rejects.toMatchObject(refused)
  await expect(client.wallets.balances({ network: 'solana' })).rejects.toMatchObject(refused)
  await client.account.profile()
  await client.privacy.deletion()
  // One of two is not enough.
  await client.privacy.acceptTerms({ terms: '2', surface: 'player' })
  await expect(client.account.referrals({})).rejects.toMatchObject(refused)
  await client.privacy.acceptTerms({ privacy: '7', surface: 'player' })
  await client.account.referrals({})
  expect((await client.privacy.terms()).documents.every(({ acceptedAt }) => acceptedAt !== null)).toBe(true)
  // A new version asks anew.
  await setTerms({ termsVersion: '3' })
  await expect(client.account.referrals({})).rejects.toMatchObject(refused)
  const { data } = await server.as(admin).terms.acceptances({ appId: app.id, document: 'privacy', version: '7' })
  expect(data.map(({ userId }) => userId)).toEqual([user.id])
  await client.account.logout()
})

test('a version accepted that the app does not have, or has no more, is refused and stored nowhere', async () => {
  const user = await signInAs(server, app.id, 'accepts-another')
  for (const terms of ['2', '99'])
    await expect(user.client.privacy.acceptTerms({ terms, privacy: '7', surface: 'player' })).rejects.toMatchObject({
      code: 'terms_changed',
    })
  expect(await server.as(admin).terms.ofUser({ appId: app.id, id: user.id })).toEqual([])
})

test('acceptances of users of another app are not shown', async () => {
  const other = await createTestApp(server, admin, 'Another with terms')
  const user = await signInAs(server, app.id, 'of-this-app')
  await expect(other.client.appTermsAcceptances.ofUser({ id: user.id })).rejects.toMatchObject({
    code: 'user_not_found',
  })
  expect((await server.as(admin).terms.acceptances({ appId: other.id })).data).toEqual([])
})
