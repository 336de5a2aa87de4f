import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

let server: TestServer
let admin: ReturnType<TestServer['as']>
let app: TestApp
let ada: TestUser
let secondAdmin: number
beforeAll(async () => {
  server = await testServer()
  const token = await signInAsAdmin(server)
  admin = server.as(token)
  app = await createTestApp(server, token, 'Audited app')
  ada = await signInAs(server, app.id, 'Ada')
  await ada.client.dappPermissions.grant({ origin: 'https://dapp.example' })
  await admin.users.disable({ appId: app.id, id: ada.id })
  await admin.users.enable({ appId: app.id, id: ada.id })
  secondAdmin = (await admin.admins.create({ username: 'Grace', password: 'a long password' })).id
  const { prisma } = server.resources.db
  await prisma.auditEvent.createMany({
    data: Array.from({ length: 6 }, (_, n) => ({
      actor: 'admin' as const,
      actorId: String(secondAdmin),
      action: 'dapp.update',
      targetId: '77',
      ip: '203.0.113.9',
      createdAt: new Date(Date.UTC(2026, 0, 1 + n)),
    })),
  })
})
afterAll(() => server.stop())

const actions = async (input: Parameters<typeof admin.audit.list>[0]) =>
  (await admin.audit.list({ limit: 100, ...input })).data.map(({ action }) => action)
const updates = Array.from({ length: 6 }, () => 'dapp.update')

describe('the audit trail', () => {
  test('names those concerned', async () => {
    const [event] = (await admin.audit.list({ action: 'user.disable' })).data
    expect(event).toMatchObject({ actorName: 'operator', appName: 'Audited app', targetName: 'Ada', targetId: ada.id })
    const [created] = (await admin.audit.list({ action: 'admin.create' })).data
    expect(created).toMatchObject({ actorName: 'operator', appName: null, targetName: 'Grace' })
  })

  test.each([
    ['kind of actor', () => ({ actor: 'user' as const }), ['user.dapp-permission-grant']],
    ['actor', () => ({ actor: 'admin' as const, actorId: String(secondAdmin) }), updates],
    [
      'beginning of the action',
      () => ({ action: 'user.' }),
      ['user.enable', 'user.disable', 'user.dapp-permission-grant'],
    ],
    ['a wildcard, which is no pattern', () => ({ action: '%' }), []],
    ['app and action', () => ({ appId: app.id, action: 'user.e' }), ['user.enable']],
    ['target', () => ({ targetId: '77' }), updates],
    ['address', () => ({ ip: '203.0.113.9' }), updates],
    ['time', () => ({ from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 4) }), updates.slice(0, 2)],
  ])('is filtered by %s', async (_, filters, expected) => {
    expect(await actions(filters())).toEqual(expected)
    expect((await admin.audit.list(filters())).meta.totalItems).toBe(expected.length)
  })

  test.each([
    ['the name of an admin', () => 'gRACE', ['admin.create', ...updates]],
    ['the name of a user', () => 'ada', ['user.enable', 'user.disable', 'user.dapp-permission-grant']],
    ['the id of a user', () => ada.id.toUpperCase(), ['user.enable', 'user.disable', 'user.dapp-permission-grant']],
    ['the id of anything else', () => '77', updates],
    ['nothing', () => "' OR 1=1 --", []],
  ])('is searched in one box by %s', async (_, q, expected) => {
    expect(await actions({ q: q() })).toEqual(expected)
  })

  test('is searched by the name of an app, whose every event is found', async () => {
    expect((await actions({ q: 'AUDITED app' })).toSorted()).toEqual(
      ['app.create', 'app.secret-reveal', 'user.dapp-permission-grant', 'user.disable', 'user.enable'].toSorted(),
    )
  })

  test('is paged by cursors in both directions', async () => {
    const all = (await admin.audit.list({ limit: 100 })).data.map(({ id }) => id)
    const pages = [await admin.audit.list({ limit: 4 })]
    for (let cursor = pages[0]!.meta.nextCursor; cursor; cursor = pages.at(-1)!.meta.nextCursor)
      pages.push(await admin.audit.list({ limit: 4, cursor }))
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(all)
    const back = await admin.audit.list({ limit: 4, cursor: pages[1]!.meta.previousCursor! })
    expect(back.data.map(({ id }) => id)).toEqual(all.slice(0, 4))
    const last = await admin.audit.list({ limit: 4, cursor: pages[0]!.meta.lastCursor })
    expect(last.data.map(({ id }) => id)).toEqual(all.slice(-4))
  })
})
