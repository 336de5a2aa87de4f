import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ForgingIssuer, startForgingIssuer } from './forging-issuer.testing.ts'
import { clientSecret, oidcWorld } from './oidc.testing.ts'

const world = oidcWorld()
let own: ForgingIssuer
let thief: ForgingIssuer
beforeAll(async () => {
  own = await startForgingIssuer()
  thief = await startForgingIssuer()
})
afterAll(async () => {
  await own.stop()
  await thief.stop()
})
afterEach(() => {
  own.claims = {}
  thief.asked.length = 0
})

const connect = async (given: object = {}) => {
  const { id: connectionId, key } = await world.connect({ issuer: own.issuer, ...given })
  return { key, one: { appId: world.app.id, connectionId } }
}
const logIn = (token: string) => world.server.as().login.oidc({ appId: world.app.id, token })

describe('the secret of a client', () => {
  test('is not sent to an issuer on another server, to which a change of the connection points it', async () => {
    const { one } = await connect()
    await expect(world.admin.oidcConnections.update({ ...one, issuer: thief.issuer })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'clientSecret', message: expect.stringContaining('must be given') }],
    })
    await world.admin.oidcConnections.test(one)
    expect(thief.asked).toEqual([])
  })

  test('stays with another path of the server, and goes with a secret that is given', async () => {
    const { one } = await connect()
    await world.admin.oidcConnections.update({ ...one, issuer: `${own.issuer}/tenant` })
    await world.admin.oidcConnections.update({ ...one, issuer: thief.issuer, clientSecret: 'another secret' })
    await world.admin.oidcConnections.test(one)
    expect(JSON.stringify(thief.asked)).not.toContain(encodeURIComponent(clientSecret))
    expect(thief.asked.map(({ authorization = '' }) => authorization)).toContain(
      `Basic ${Buffer.from('own:another+secret').toString('base64')}`,
    )
  })
})

describe('a login that has begun ends', () => {
  const begun = async (key: string) => {
    const { url, cookie } = await world.start({ connection: key })
    const back = own.callbackOf(url)
    return async () => (await world.land(back, cookie)).searchParams
  }

  test('where the connection now is to another issuer, which gets neither code nor verifier', async () => {
    const { key, one } = await connect()
    const land = await begun(key)
    await world.admin.oidcConnections.update({ ...one, issuer: thief.issuer, clientSecret })
    expect((await land()).get('error')).toBe('connection_not_found')
    expect(thief.asked).toEqual([])
  })

  test('where another connection has its key now', async () => {
    const { key, one } = await connect()
    const land = await begun(key)
    await world.admin.oidcConnections.delete(one)
    await connect({ key, issuer: thief.issuer })
    expect((await land()).get('error')).toBe('connection_not_found')
    expect(thief.asked).toEqual([])
  })

  test('where the connection is off, and goes on where its title changed', async () => {
    const { key, one } = await connect()
    const [land, later] = [await begun(key), await begun(key)]
    await world.admin.oidcConnections.update({ ...one, title: 'Renamed' })
    expect((await land()).has('code')).toBe(true)
    await world.admin.oidcConnections.update({ ...one, enabled: false })
    expect((await later()).get('error')).toBe('connection_not_found')
  })
})

describe('a code that a redirect brought', () => {
  const codeBy = async (key: string) => {
    own.claims = { sub: `of-${key}` }
    const { url, cookie } = await world.start({ connection: key })
    return (await world.land(own.callbackOf(url), cookie)).searchParams.get('code')!
  }

  test('logs nobody in once the connection is off, gone or another', async () => {
    const changes = [
      (one: { appId: string; connectionId: string }) => world.admin.oidcConnections.update({ ...one, enabled: false }),
      (one: { appId: string; connectionId: string }) => world.admin.oidcConnections.delete(one),
      (one: { appId: string; connectionId: string }) =>
        world.admin.oidcConnections.update({ ...one, issuer: thief.issuer, clientSecret }),
    ]
    for (const change of changes) {
      const { key, one } = await connect()
      const code = await codeBy(key)
      await change(one)
      await expect(logIn(code)).rejects.toMatchObject({ code: 'connection_not_found' })
    }
  })

  test('makes no user once the connection makes none', async () => {
    const { key, one } = await connect()
    const code = await codeBy(key)
    await world.admin.oidcConnections.update({ ...one, createsUsers: false })
    await expect(logIn(code)).rejects.toMatchObject({ code: 'account_not_expected' })
  })
})

test('a redirect of another method takes no connection into its callback address', async () => {
  const { url, appId } = { url: world.server.url, appId: world.app.id }
  const google = { googleEnabled: true, googleClientId: 'client', googleClientSecret: 'secret' }
  await world.admin.apps.update({ id: appId, ...google })
  const query = 'connection=acme&redirectUrl=http://localhost:5580/'
  const response = await fetch(`${url}/auth/${appId}/google/oauth?${query}`, { redirect: 'manual' })
  const to = new URL(response.headers.get('location')!)
  expect(to.searchParams.get('redirect_uri')).toBe(`${world.server.settings.publicUrl}/auth/${appId}/google/callback`)
})
