import {
  appTokenOf,
  contract,
  isServiceToken,
  listRoutes,
  type Route,
  SERVICE_TOKEN_RANDOM,
  serviceTokenChecksum,
} from '@openauth/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp, TestServer } from '../../testing.ts'
import { password, startTokenWorld, type TokenWorld } from './service-tokens.testing.ts'

let world: TokenWorld
let server: TestServer
let owner: string
let mine: TestApp

beforeAll(async () => {
  world = await startTokenWorld()
  ;({ server, owner, mine } = world)
})
afterAll(() => server.stop())

const make: TokenWorld['make'] = (given, by) => world.make(given, by)

/** Tokens of the owner: for all calls, and for one each. */
let full: string
let forJobsList: string
let forJobsRetry: string
beforeAll(async () => {
  full = (await make()).token
  forJobsList = (await make({ calls: ['jobs.list'] })).token
  forJobsRetry = (await make({ calls: ['jobs.retry'] })).token
})

const routes = listRoutes(contract)
  .filter(({ route }) => route.auth === 'admin')
  .map(({ group, verb, route }) => ({ name: `${group}.${verb}`, route }))

const call = ({ method, path }: Route, token: string) => {
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === appTokenOf(path) ? mine.id : '00000000-0000-4000-8000-000000000000',
  )
  return server.send(method, url, { token, ...(method === 'POST' || method === 'PATCH' ? { body: {} } : {}) })
}

describe('a service token', () => {
  test('has a form that scanners find, and a checksum that tells a mistyped one', async () => {
    const { token, lastFour } = await make()
    expect(token).toMatch(/^oas_[0-9A-Za-z]{36}$/)
    expect(isServiceToken(token)).toBe(true)
    expect(token.endsWith(lastFour)).toBe(true)
    // CRC-32 of the check string of its catalogue, 0xCBF43926, in base 62.
    expect(serviceTokenChecksum('123456789')).toBe('3jZRME')
    for (let at = 4; at < token.length; at++) {
      const wrong = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`
      expect(isServiceToken(wrong)).toBe(false)
    }
    const [random, sum] = [token.slice(4, 4 + SERVICE_TOKEN_RANDOM), token.slice(4 + SERVICE_TOKEN_RANDOM)]
    expect(serviceTokenChecksum(random)).toBe(sum)
  })

  test('is shown once: neither lists, nor the audit, nor the database have it', async () => {
    const { token, id } = await make({ name: 'shown once' })
    const { data } = await server.as(owner).serviceTokens.list({ limit: 100 })
    expect(data.find((each) => each.id === id)).toMatchObject({ name: 'shown once', username: 'operator' })
    const seen = [data, await server.as(owner).audit.list({ action: 'service-token.' })]
    expect(JSON.stringify(seen)).not.toContain(token)
    const rows = await server.resources.db.pool.query('SELECT row_to_json(t)::text AS row FROM "ServiceToken" t')
    expect(JSON.stringify(rows.rows)).not.toContain(token.slice(4))
    // A right form with other letters is nobody's.
    const letters = 'A'.repeat(SERVICE_TOKEN_RANDOM)
    const made = `oas_${letters}${serviceTokenChecksum(letters)}`
    await expect(server.as(made).setup.whoami()).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  })

  test.each(routes.filter(({ route }) => route.person))(
    'does not make $name, which needs a person',
    async ({ route }) => {
      const { status, body } = await call(route, full)
      expect([status, body.code]).toEqual([403, 'person_required'])
    },
  )

  test('is refused what decides who has which access, and nothing else that its role may', () => {
    const refused = routes.filter(({ route }) => route.person).map(({ name }) => name)
    expect(refused.toSorted()).toEqual(
      [
        'setup.logout',
        'admins.create',
        'admins.update',
        'admins.delete',
        'adminSessions.revoke',
        'adminSessions.revokeOthers',
        'adminInvitations.create',
        'adminInvitations.resend',
        'adminInvitations.revoke',
        'deviceLogins.show',
        'deviceLogins.approve',
        'deviceLogins.deny',
        'secondFactor.begin',
        'secondFactor.confirm',
        'secondFactor.renewCodes',
        'secondFactor.remove',
        'secondFactor.reset',
        'adminPasskeys.registerOptions',
        'adminPasskeys.register',
        'adminPasskeys.confirmOptions',
        'adminPasskeys.rename',
        'adminPasskeys.remove',
        'approvals.approve',
        'approvals.refuse',
        'fourEyes.update',
        'serviceTokens.create',
        'serviceTokens.revoke',
        'serviceTokens.revokeAll',
        'users.impersonate',
        'apps.delete',
        'keys.retire',
      ].toSorted(),
    )
  })

  test('is refused every change of admins, their logins and their tokens, of calls that come later too', () => {
    const aboutAdmins = /^\/admin\/(admins|sessions|invitations|passkeys|second-factor|device-logins|service-tokens)/
    const changes = routes.filter(({ route }) => aboutAdmins.test(route.path) && route.method !== 'GET')
    expect(changes.filter(({ route }) => !route.person)).toEqual([])
  })

  test.each(routes.filter(({ route }) => !route.person))(
    'for one call does not make $name',
    async ({ name, route }) => {
      const { body } = await call(route, name === 'jobs.list' ? forJobsRetry : forJobsList)
      if (name === 'setup.whoami') expect(body.data).toMatchObject({ serviceTokenName: 'deploy' })
      else expect(body.code).toBe('call_not_in_token')
    },
  )

  test('for a group makes its calls, and those of no other whose name begins alike', async () => {
    const { token } = await make({ calls: ['apps.*'] })
    expect(await server.as(token).apps.list()).toHaveLength(2)
    await expect(server.as(token).appSecrets.list({ appId: mine.id })).rejects.toMatchObject({
      code: 'call_not_in_token',
    })
    for (const calls of [['appz.*'], ['users'], ['*'], ['admins.create'], ['account.profile'], ['a*'], []])
      await expect(make({ calls })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('restores nothing, and takes backups only where it is for all calls of an owner', async () => {
    const [all, some] = [await make(), await make({ calls: ['jobs.*'] })]
    const send = (path: string, token: string) => server.send('POST', path, { token, body: { password } })
    expect((await send('/admin/restores', all.token)).body.code).toBe('person_required')
    expect((await send('/admin/backups', some.token)).body.code).toBe('call_not_in_token')
    const lower = await make({ role: 'operator' })
    expect((await send('/admin/backups', lower.token)).body.code).toBe('role_too_low')
  })

  test('is no cookie of the console, no user and no app', async () => {
    const { token } = await make()
    for (const path of ['/user/profile', '/app/users'])
      expect((await server.send('GET', path, { token })).status).toBe(401)
    expect((await server.send('GET', '/console/api/admin/me', { token })).status).not.toBe(200)
  })
})
