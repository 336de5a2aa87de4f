import * as oidc from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, startServer, testServer, type TestServer } from '../../testing.ts'
import { errorOf, makeClient, offline } from '../oidc-provider/provider.testing.ts'
import { installationOf } from './installation.ts'
import { filters, leftOut } from './left-out.ts'
import { madeUp, recoveryClient, rowsOf } from './recovery.testing.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
})
afterAll(async () => {
  await server.app.close()
  await server.resources.close()
})

test('no row of a backup refers to a table that is left out: such a backup could not be restored', async () => {
  const { rows } = await server.resources.db.pool.query<{ from: string; to: string }>(
    `SELECT c.relname AS "from", r.relname AS "to" FROM pg_constraint k
     JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
     WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`,
  )
  const isWithout = (table: string) => Object.hasOwn(leftOut, table) || filters[table] === 'false'
  expect(rows.filter(({ from, to }) => isWithout(to) && !isWithout(from))).toEqual([])
})

test('a backup of a time at which users are logged in at clients of a provider is restored, and what these have ends', async () => {
  const app = await createTestApp(server, token, 'Provider')
  const admin = server.as(token)
  await admin.apps.update({ id: app.id, oidcProviderEnabled: true })
  const ada = await signInAs(server, app.id, 'ada')
  const acme = await makeClient({ server, admin, app })
  const tokens = await acme.logIn(ada.token, offline)
  expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toMatchObject({ active: true })
  const { pool } = server.resources.db
  const backup = await recoveryClient(server.url, token).backup()
  // A release without the filter has the rows.
  const complete = await madeUp(backup, { tables: await rowsOf(pool, 'OidcRecord', backup) })
  const end = await recoveryClient(server.url, token).restore(await installationOf(server.resources.db), complete)
  expect(end).toHaveProperty('restored')
  const { databaseUrl, dataDir } = server.settings
  const { port } = new URL(server.url)
  await server.app.close()
  await server.resources.close()
  server = await startServer({ DATABASE_URL: databaseUrl!, OPENAUTH_DATA_DIR: dataDir, PORT: port })
  expect(await oidc.tokenIntrospection(acme.config, tokens.access_token)).toEqual({ active: false })
  expect(await errorOf(oidc.refreshTokenGrant(acme.config, tokens.refresh_token!))).toBe('invalid_grant')
})
