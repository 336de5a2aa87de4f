import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestApp, type TestServer } from '../../testing.ts'
import { dataMap, userTables } from '../data-map/data-map.ts'
import { dropRelations, fillTables, rowsWith } from '../data-map/fill.testing.ts'

let server: TestServer
let admin: string
let app: TestApp
beforeAll(async () => {
  server = await testServer()
  admin = await signInAsAdmin(server)
  app = await createTestApp(server, admin, 'Erased')
})
afterAll(() => server.stop())

const pool = () => server.resources.db.pool

/** The tables whose rows stay, by what the map says. */
const staying = new Set([
  'User',
  'OidcLogout',
  'Squad',
  'Wallet',
  'WalletSeed',
  'DataKey',
  'Transaction',
  'Spend',
  'TaskCode',
])

test('a deleted user looked for in all tables: nothing of a person is left but what the data map keeps', async () => {
  const user = await signInAs(server, app.id, 'erased-one')
  const other = await signInAs(server, app.id, 'erased-not')
  await dropRelations(pool())
  const filled = await fillTables(pool(), { userId: user.id, appId: app.id, mark: 'mark-of-one' })
  await fillTables(pool(), { userId: other.id, appId: app.id, mark: 'mark-of-other' })
  await pool().query('UPDATE "WebhookDelivery" SET status = $1 WHERE "userId" = $2', ['delivered', user.id])
  const before = await rowsWith(pool(), 'mark-of-other')
  await server.as(admin).users.delete({ appId: app.id, id: user.id })
  const left = await rowsWith(pool(), 'mark-of-one')
  expect(left.filter((row) => !staying.has(row.split(':')[0]!))).toEqual([])
  // Of what stays, no column that deletion clears has its value.
  const kept = left.join('\n')
  const { User: ofUser, Transaction: ofSend } = dataMap
  for (const field of ofUser.fields.personal ?? []) expect(kept).not.toContain(`mark-of-one User.${field} `)
  for (const field of ofSend.user?.clears ?? []) expect(kept).not.toContain(`mark-of-one Transaction.${field} `)
  expect(filled.size).toBe(userTables.length)
  // Nothing of anybody else is touched.
  expect(await rowsWith(pool(), 'mark-of-other')).toEqual(before)
})

test('a name, an address or a code of a user looked for in the audit trail after the deletion: lines have the id only, and the chain holds', async () => {
  const user = await signInAs(server, app.id, 'named-in-lines')
  await app.client.appUsers.update({ id: user.id, externalId: 'crm-4711' })
  await user.client.account.updatePassword({
    oldPassword: 'password of named-in-lines',
    newPassword: 'another password 1',
  })
  const lines = async () => (await server.as(admin).audit.list({ targetId: user.id })).data
  const seen = JSON.stringify(await lines())
  expect([seen.includes('crm-4711'), seen.includes('127.0.0.1')]).toEqual([true, true])
  expect((await server.as(admin).audit.list({ ip: '127.0.0.1', targetId: user.id, actor: 'user' })).data).toHaveLength(
    1,
  )
  const { auditChain } = server.app.services
  await auditChain.addLinks()
  await server.as(admin).users.delete({ appId: app.id, id: user.id })
  await auditChain.addLinks()
  const left = await lines()
  expect(left.map(({ action }) => action).toSorted()).toEqual(['user.delete', 'user.password-change', 'user.update'])
  const [byUser, text] = [left.filter(({ actor }) => actor === 'user'), JSON.stringify(left)]
  expect([byUser.map(({ ip }) => ip), text.includes('crm-4711')]).toEqual([[null], false])
  expect(await rowsWith(pool(), 'crm-4711')).toEqual([])
  expect(await server.as(admin).audit.verify()).toMatchObject({ failed: 0 })
})

test('a device, a code or a proof that an account left behind is of no use after its deletion', async () => {
  const { client, id } = await signInAs(server, app.id, 'left-behind')
  await client.account.reauthenticate({ password: 'password of left-behind' })
  const { prisma } = server.resources.db
  expect((await rowsWith(pool(), id)).some((row) => row.startsWith('OneTime'))).toBe(true)
  await server.as(admin).users.delete({ appId: app.id, id })
  expect((await rowsWith(pool(), id)).filter((row) => row.startsWith('OneTime'))).toEqual([])
  expect(await prisma.session.count({ where: { userId: id } })).toBe(0)
})
