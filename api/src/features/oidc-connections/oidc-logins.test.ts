import { describe, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import { clientSecret, oidcWorld } from './oidc.testing.ts'

const world = oidcWorld()
const profileOf = async (token: string) => world.server.as(token).account.profile()

test('the first login creates the user with its name, the next finds it', async () => {
  const { key } = await world.connect()
  const first = await profileOf(await world.logIn({ connection: key }))
  expect(first).toMatchObject({
    oidc: expect.stringMatching(new RegExp(`^${world.issuer.issuer} [0-9a-f]{32}$`)),
    displayName: 'Player One',
  })
  expect((await profileOf(await world.logIn({ connection: key }))).id).toBe(first.id)
  expect((await profileOf(await world.logIn({ connection: key, person: 1 }))).id).not.toBe(first.id)
})

test('two connections to one provider lead to the same user, those to two providers to two', async () => {
  const [one, same, other] = [
    await world.connect(),
    await world.connect({ clientId: 'posting', clientAuthentication: 'client_secret_post' }),
    await world.connect({ issuer: world.second.issuer }),
  ]
  const ids = []
  for (const { key } of [one, same, other]) ids.push((await profileOf(await world.logIn({ connection: key }))).id)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('claims are read by the names of the connection, from userinfo where the ID token lacks them', async () => {
  const person = world.issuer.people[2]!
  world.issuer.setClaims(person, { oid: 'employee-7', nick: 'Threepwood' })
  const claims = { subject: 'oid', name: 'nick' }
  const { key } = await world.connect({ claims })
  expect(await profileOf(await world.logIn({ connection: key, person: 2 }))).toMatchObject({
    oidc: `${world.issuer.issuer} employee-7`,
    displayName: 'Threepwood',
  })
  world.issuer.setClaims(person, {})
})

test('keys that the provider changes are followed', async () => {
  const { key } = await world.connect()
  await world.logIn({ connection: key })
  await world.issuer.rotateKeys()
  expect(await world.logIn({ connection: key, person: 1 })).toMatch(/^ey/)
})

test('declining comes back to the page as an error', async () => {
  const { key } = await world.connect()
  const page = await world.redirect({ connection: key, person: 'cancel' })
  expect([page.searchParams.get('auth_type'), page.searchParams.get('error')]).toEqual([
    'openauth_oidc',
    'access_denied',
  ])
})

test('a user binds an account of an organization and logs in by it', async () => {
  const { key } = await world.connect({ issuer: world.second.issuer })
  const user = await signInAs(world.server, world.app.id, 'binding')
  const { ticket } = await user.client.account.redirectTicket({ provider: 'oidc', purpose: 'bind' })
  const page = await world.redirect({ connection: key, ticket, person: 1 })
  await user.client.bind.oidc({ token: page.searchParams.get('code')! })
  expect((await profileOf(await world.logIn({ connection: key, person: 1 }))).id).toBe(user.id)
  await user.client.bind.unbind({ provider: 'oidc' })
})

test('without new users, only those log in whom a partner or an operator knows', async () => {
  const { key } = await world.connect({ createsUsers: false, issuer: world.second.issuer })
  const stranger = world.logIn({ connection: key, person: 2 })
  await expect(stranger).rejects.toMatchObject({ code: 'account_not_expected', status: 403 })
  world.second.setClaims(world.second.people[2]!, { employee: 'Imported@Acme' })
  const mapped = await world.connect({
    createsUsers: false,
    issuer: world.second.issuer,
    claims: { subject: 'employee' },
  })
  const subject = `${world.second.issuer} Imported@Acme`
  await world.app.client.appUsers.findOrCreate({ oidc: subject })
  expect((await profileOf(await world.logIn({ connection: mapped.key, person: 2 }))).oidc).toBe(subject)
})

describe('login pages', () => {
  test('learn the buttons, and the connection of an e-mail address, and no domains', async () => {
    const [shown, hidden] = [
      await world.connect({ title: 'Shown' }),
      await world.connect({ title: 'Hidden', showsButton: false, domains: ['Hidden.example'] }),
    ]
    const { connections, ...config } = await world.server.as().account.config({ appId: world.app.id })
    expect(connections).toContainEqual({ key: shown.key, title: 'Shown' })
    expect(connections).not.toContainEqual(expect.objectContaining({ key: hidden.key }))
    expect(JSON.stringify([config, connections])).not.toContain('hidden.example')
    const find = (email: string) => world.server.as().login.oidcConnection({ appId: world.app.id, email })
    expect(await find('ada@hidden.example')).toEqual({ connection: { key: hidden.key, title: 'Hidden' } })
    expect(await find('ada@not-hidden.example')).toEqual({ connection: null })
  })
})

describe('operators', () => {
  test('read, change and remove connections, whose secret is never shown', async () => {
    const created = await world.connect({ domains: ['changed.example'] })
    const { appId, id: connectionId } = { appId: world.app.id, id: created.id }
    expect(created).toMatchObject({
      hasSecret: true,
      scopes: 'openid profile email',
      claims: { subject: 'sub', username: 'preferred_username' },
      callbackUrl: `${world.server.settings.publicUrl}/auth/${appId}/oidc/callback/${created.key}`,
    })
    const changed = await world.admin.oidcConnections.update({ appId, connectionId, title: 'Renamed', enabled: false })
    expect(changed).toMatchObject({ title: 'Renamed', enabled: false, domains: ['changed.example'] })
    const listed = await world.admin.oidcConnections.list({ appId })
    expect(JSON.stringify(listed)).not.toContain(clientSecret)
    await world.admin.oidcConnections.delete({ appId, connectionId })
    await expect(world.admin.oidcConnections.delete({ appId, connectionId })).rejects.toMatchObject({
      code: 'connection_not_found',
    })
    const { data } = await world.admin.audit.list({ appId, limit: 100 })
    expect(data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['oidc-connection.create', 'oidc-connection.update', 'oidc-connection.delete']),
    )
    expect(JSON.stringify(data)).not.toContain(clientSecret)
  })

  test('see what is wrong with a connection', async () => {
    const appId = world.app.id
    const tested = async (given: object) => {
      const { id: connectionId } = await world.connect(given)
      return world.admin.oidcConnections.test({ appId, connectionId })
    }
    expect(await tested({})).toMatchObject({ ok: true, code: 'ok' })
    expect(await tested({ clientSecret: 'wrong' })).toMatchObject({ ok: false, code: 'wrong_client' })
    expect(await tested({ clientId: 'nobody' })).toMatchObject({ ok: false, code: 'wrong_client' })
    expect(await tested({ issuer: `${world.issuer.issuer}/` })).toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining('issuer'),
    })
    expect(await tested({ issuer: `${world.issuer.issuer}/nothing` })).toMatchObject({ ok: false })
    expect(await tested({ issuer: 'http://127.0.0.1:9' })).toMatchObject({ ok: false, code: 'unreachable' })
  })

  test('a change of one claim leaves the others, by which accounts are known', async () => {
    const { id: connectionId } = await world.connect({ claims: { subject: 'oid' } })
    const change = { appId: world.app.id, connectionId, claims: { name: 'nick' } }
    expect((await world.admin.oidcConnections.update(change)).claims).toMatchObject({ subject: 'oid', name: 'nick' })
  })

  test('a domain is of one connection, a key as well, and both say so', async () => {
    const { key } = await world.connect({ domains: ['one.example'] })
    await expect(world.connect({ domains: ['two.example', 'ONE.example'] })).rejects.toMatchObject({
      code: 'domain_taken',
      issues: [{ path: 'domains', message: 'has one.example' }],
    })
    await expect(world.connect({ key })).rejects.toMatchObject({ code: 'connection_exists' })
  })

  test('what another operator changed meanwhile is not overwritten', async () => {
    const { id: connectionId } = await world.connect()
    const { appId } = { appId: world.app.id }
    const seen = (await world.admin.oidcConnections.list({ appId })).find(({ id }) => id === connectionId)
    await world.admin.oidcConnections.update({ appId, connectionId, title: 'First' })
    const late = { appId, connectionId, title: 'Second', expectedUpdatedAt: seen!.updatedAt }
    await expect(world.admin.oidcConnections.update(late)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  })
})
