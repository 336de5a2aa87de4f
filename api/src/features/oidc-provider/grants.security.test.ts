import * as oidc from 'openid-client'
import { describe, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { errorOf, offline, refusalOf, useProvider } from './provider.testing.ts'

const world = useProvider()

/** What a client gets once a grant has ended: of introspection, userinfo and a refresh. */
const over = [{ active: false }, 'invalid_token', 'invalid_grant']

describe('what ends a grant', () => {
  const granted = async (name: string) => {
    const { server, app, client } = world()
    const user = await signInAs(server, app.id, name)
    const acme = await client()
    const tokens = await acme.logIn(user.token, offline)
    const standing = async () => [
      await oidc.tokenIntrospection(acme.config, tokens.access_token),
      await errorOf(oidc.fetchUserInfo(acme.config, tokens.access_token, user.id)),
      await errorOf(oidc.refreshTokenGrant(acme.config, tokens.refresh_token!)),
    ]
    return { user, acme, tokens, standing }
  }

  test("a log-out of the user's session", async () => {
    const { user, standing } = await granted('logs-out')
    await user.client.account.logout()
    expect(await standing()).toEqual(over)
  })

  test('a disabled user', async () => {
    const { user, standing } = await granted('disabled')
    await world().admin.users.disable({ appId: world().app.id, id: user.id })
    expect(await standing()).toEqual(over)
  })

  test('a deleted user', async () => {
    const { user, standing } = await granted('deleted')
    await world().admin.users.delete({ appId: world().app.id, id: user.id })
    expect(await standing()).toEqual(over)
  })

  test('a session that has expired and is not swept up yet', async () => {
    const { user, standing } = await granted('expired')
    const data = { expiresAt: new Date(Date.now() - 1000) }
    await world().server.resources.db.prisma.session.updateMany({ where: { userId: user.id }, data })
    expect(await standing()).toEqual(over)
  })

  test('no use of a token: it keeps the session alive, as any call does', async () => {
    const { user, acme, tokens } = await granted('stays')
    const { session } = world().server.resources.db.prisma
    await session.updateMany({ where: { userId: user.id }, data: { lastUsedAt: new Date(Date.now() - 3_600_000) } })
    const idle = async () => {
      await oidc.fetchUserInfo(acme.config, tokens.access_token, user.id)
      const { lastUsedAt } = await session.findFirstOrThrow({ where: { userId: user.id } })
      return Date.now() - lastUsedAt.getTime()
    }
    // What is known of the session is cached for half a second.
    await expect.poll(idle, { timeout: 30_000 }).toBeLessThan(600_000)
  })

  test('the user, in the list of connected apps', async () => {
    const { user, acme, standing } = await granted('revokes')
    expect(await user.client.connectedApps.list()).toMatchObject([{ clientId: acme.id, name: 'Acme' }])
    await world()
      .ada.client.connectedApps.revoke({ clientId: acme.id })
      .catch(() => {})
    expect(await user.client.connectedApps.list()).toHaveLength(1)
    await user.client.connectedApps.revoke({ clientId: acme.id })
    expect(await user.client.connectedApps.list()).toEqual([])
    expect(await standing()).toEqual(over)
  })

  test('a deleted client', async () => {
    const { acme, user } = await granted('of-client')
    await world().admin.oidcClients.delete({ appId: world().app.id, clientId: acme.id })
    expect(await user.client.connectedApps.list()).toEqual([])
    const { prisma } = world().server.resources.db
    expect(await prisma.oidcRecord.count({ where: { clientId: acme.id } })).toBe(0)
  })
})

describe('log-out', () => {
  test('asks, and a page of another site cannot answer', async () => {
    const { client, browser, server, app, issuer } = world()
    const user = await signInAs(server, app.id, 'leaves')
    const acme = await client({ postLogoutRedirectUris: ['https://client.example/bye'] })
    const visitor = browser()
    const { url, checks } = await acme.begin()
    const back = await visitor.accept(await visitor.follow(url), user.token)
    const tokens = await oidc.authorizationCodeGrant(acme.config, back, checks)
    const end = oidc.buildEndSessionUrl(acme.config, {
      id_token_hint: tokens.id_token!,
      post_logout_redirect_uri: 'https://client.example/bye',
    })
    const asked = await visitor.send(end)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())![1]!
    const confirm = (fields: Record<string, string>) =>
      visitor.send(`${issuer}/session/end/confirm`, { method: 'POST', body: new URLSearchParams(fields) })
    expect((await confirm({ logout: 'yes' })).status).toBe(400)
    expect((await confirm({ logout: 'yes', xsrf: 'guessed' })).status).toBe(400)
    expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toMatchObject({ active: true })
    const done = await confirm({ logout: 'yes', xsrf })
    expect((await server.send('GET', '/user/profile', { token: user.token })).status).toBe(401)
    expect(done.headers.get('location')).toBe('https://client.example/bye')
    expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toEqual({ active: false })
    const silent = await visitor.follow((await acme.begin({ prompt: 'none' })).url)
    expect(silent.searchParams.get('error')).toBe('login_required')
  })

  test('returns to no address that is not registered', async () => {
    const { client, issuer } = world()
    const acme = await client()
    const parameters = { client_id: acme.id, post_logout_redirect_uri: 'https://evil.example/' }
    const { status, text } = await refusalOf(
      world(),
      new URL(`${issuer}/session/end?${new URLSearchParams(parameters).toString()}`),
    )
    expect([status, text.includes('post_logout_redirect_uri not registered')]).toEqual([400, true])
  })
})

test('the database holds nothing that works', async () => {
  const { client, ada, server } = world()
  const acme = await client()
  const tokens = await acme.logIn(ada.token, offline)
  const { prisma } = server.resources.db
  const rows = await prisma.oidcRecord.findMany()
  const text = rows
    .flatMap(({ digest, sealed, uidDigest }) => [digest, sealed, uidDigest ?? Buffer.alloc(0)])
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
    .join('')
  for (const secret of [tokens.access_token, tokens.refresh_token!, acme.secret]) expect(text).not.toContain(secret)
  expect(JSON.stringify(await prisma.oidcClient.findMany())).not.toContain(acme.secret)
  const keys = await prisma.oidcKey.findMany()
  expect(keys.map(({ kind }) => kind).toSorted()).toEqual(['ES256', 'EdDSA', 'RS256', 'root'])
  for (const { sealed } of keys) expect(Buffer.from(sealed).toString('latin1')).not.toContain('kty')
})
