import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PermissionHarness, startPermissionHarness } from './permissions.testing.ts'

let server: PermissionHarness['server']
let adminToken: PermissionHarness['adminToken']
let app: PermissionHarness['app']
let newUser: PermissionHarness['newUser']
let post: PermissionHarness['post']
beforeAll(async () => {
  ;({ adminToken, app, newUser, post, server } = await startPermissionHarness())
})
afterAll(() => server.stop())

test('a permission is stored, listed newest first, updated on use and revoked', async () => {
  const user = await newUser()
  const { dappPermissions } = user.client
  const before = Date.now()
  const first = await dappPermissions.grant({ origin: 'https://Game.Example/', name: 'Game' })
  expect(first).toMatchObject({ origin: 'https://game.example', name: 'Game' })
  expect(first.createdAt).toBe(first.lastUsedAt)
  expect(Math.abs(first.createdAt - before)).toBeLessThan(60_000)
  const second = await dappPermissions.grant({ origin: 'http://localhost:3000' })
  expect(second.name).toBeNull()
  expect((await dappPermissions.list()).map(({ id }) => id)).toEqual([second.id, first.id])

  const again = await dappPermissions.grant({ origin: 'https://game.example:443', name: 'Game 2' })
  expect(again).toEqual({ ...first, name: 'Game 2', lastUsedAt: again.lastUsedAt })
  expect(again.lastUsedAt).toBeGreaterThan(first.lastUsedAt)
  expect((await dappPermissions.grant({ origin: 'https://game.example' })).name).toBe('Game 2')

  expect(await dappPermissions.revoke({ id: first.id })).toEqual({})
  expect((await dappPermissions.list()).map(({ id }) => id)).toEqual([second.id])
  await expect(dappPermissions.revoke({ id: first.id })).rejects.toMatchObject({ code: 'permission_not_found' })
  const { data } = await server.as(adminToken).audit.list({ appId: app.id })
  const events = data.filter(({ targetId }) => targetId === user.id).map(({ action, details }) => [action, details])
  expect(events.slice(0, 3)).toEqual([
    ['user.dapp-permission-revoke', { origin: 'https://game.example' }],
    ['user.dapp-permission-grant', { origin: 'http://localhost:3000' }],
    ['user.dapp-permission-grant', { origin: 'https://game.example' }],
  ])
})

test.each(['https://a.example', 'https://a.example:8443', 'http://localhost', 'http://127.0.0.1:5173'])(
  '%s is accepted as an origin',
  async (origin) => expect((await post(await newUser(), { origin })).body.data.origin).toBe(origin),
)
