import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin } from '../../testing.ts'
import { errorOf, useProvider } from './provider.testing.ts'
import { loginOf, plain, register } from './registration.testing.ts'

describe('tokens for an API', () => {
  const world = useProvider()
  const notes = 'https://notes.example/mcp'
  const other = 'https://other.example/mcp'
  beforeAll(async () => {
    const { admin, app } = world()
    await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
    for (const url of [notes, other])
      await admin.oidcResources.create({
        appId: app.id,
        url,
        name: url,
        scopes: [{ name: 'read', description: 'read' }],
      })
  })
  const grantedFor = async (resource: string) => {
    const { ada, browser } = world()
    const { body } = await register(world(), plain)
    const { config, url, checks } = await loginOf(world(), body['client_id'] as string, { resource, scope: 'read' })
    const visitor = browser()
    const back = await visitor.accept(await visitor.follow(url), ada.token)
    return { config, back, checks, tokens: await oidc.authorizationCodeGrant(config, back, checks, { resource }) }
  }

  test('work at no other API, at no call of this server and not at userinfo', async () => {
    const { tokens, config } = await grantedFor(notes)
    expect(decodeJwt(tokens.access_token)).toMatchObject({ aud: notes, scope: 'read' })
    const { server, issuer } = world()
    for (const path of ['/user/profile', '/user/wallets', '/app/users', '/admin/apps'])
      expect([path, (await server.send('GET', path, { token: tokens.access_token })).status]).toEqual([path, 401])
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    expect((await fetch(`${issuer}/me`, { headers })).status).toBe(401)
    expect(await errorOf(oidc.refreshTokenGrant(config, tokens.refresh_token!, { resource: other }))).toBe(
      'invalid_target',
    )
  })

  test('are not had for an API that was not asked for, nor for one of another app', async () => {
    const { ada, browser, client } = world()
    const { body } = await register(world(), plain)
    const begun = await loginOf(world(), body['client_id'] as string, { resource: notes, scope: 'read' })
    const visitor = browser()
    const back = await visitor.accept(await visitor.follow(begun.url), ada.token)
    const call = oidc.authorizationCodeGrant(begun.config, back, begun.checks, { resource: other })
    expect(await errorOf(call)).toBe('invalid_target')
    const acme = await client()
    const { url } = await acme.begin({ resource: 'https://unknown.example/' })
    expect((await browser().follow(url)).searchParams.get('error')).toBe('invalid_target')
    const { url: many } = await acme.begin()
    for (let index = 0; index < 6; index++) many.searchParams.append('resource', notes)
    expect((await browser().follow(many)).searchParams.get('error')).toBe('invalid_target')
  })

  test('of a second API need a question of their own, also without a scope', async () => {
    const { client, ada, browser } = world()
    const acme = await client()
    const visitor = browser()
    const begin = async (resource: string) => visitor.follow((await acme.begin({ resource, scope: 'openid' })).url)
    await visitor.accept(await begin(notes), ada.token)
    expect((await begin(notes)).searchParams.get('code')).not.toBeNull()
    expect((await begin(other)).pathname).toMatch(/^\/authorize\//)
  })

  test('a resource is changed through its own app only, and each address is of one', async () => {
    const { admin, app, server } = world()
    const { id: appId } = await createTestApp(server, await signInAsAdmin(server), 'Of others')
    const id = (await admin.oidcResources.list({ appId: app.id }))[0]!.id
    const refused = { code: 'oidc_resource_not_found' }
    await expect(admin.oidcResources.update({ appId, id, name: 'Taken' })).rejects.toMatchObject(refused)
    await expect(admin.oidcResources.delete({ appId, id })).rejects.toMatchObject(refused)
    const scopes = [{ name: 'read', description: 'read' }]
    const again = { name: 'Again', url: notes.replace('notes.', 'NOTES.'), scopes }
    const exists = { code: 'oidc_resource_exists' }
    await expect(admin.oidcResources.create({ appId: app.id, ...again })).rejects.toMatchObject(exists)
    await admin.oidcResources.create({ appId, ...again })
    for (const name of ['openid', 'email', 'a b', 'a"b', ''])
      await expect(
        admin.oidcResources.create({ appId, name: 'Odd', url: other, scopes: [{ name, description: 'x' }] }),
      ).rejects.toMatchObject({ code: 'invalid_input' })
    for (const url of ['http://notes.example/', 'https://notes.example/?a', 'https://notes.example/#a', 'urn:notes'])
      await expect(admin.oidcResources.create({ appId, name: 'Odd', url, scopes })).rejects.toMatchObject({
        code: 'invalid_input',
      })
  })

  test('end with their refreshes when the user logs out, and no refresh widens them', async () => {
    const { server, app, browser } = world()
    const user = await signInAs(server, app.id, 'of-agent')
    const { body } = await register(world(), plain)
    const asked = { resource: notes, scope: 'read' }
    const { config, url, checks } = await loginOf(world(), body['client_id'] as string, asked)
    const visitor = browser()
    const back = await visitor.accept(await visitor.follow(url), user.token)
    const first = await oidc.authorizationCodeGrant(config, back, checks, { resource: notes })
    const wider = oidc.refreshTokenGrant(config, first.refresh_token!, { resource: notes, scope: 'read openid' })
    expect(await errorOf(wider)).toBe('invalid_scope')
    const second = await oidc.refreshTokenGrant(config, first.refresh_token!, { resource: notes })
    expect(decodeJwt(second.access_token)).toMatchObject({ aud: notes, scope: 'read', sub: user.id })
    await user.client.account.logout()
    const late = oidc.refreshTokenGrant(config, second.refresh_token!, { resource: notes })
    expect(await errorOf(late)).toBe('invalid_grant')
  })
})
