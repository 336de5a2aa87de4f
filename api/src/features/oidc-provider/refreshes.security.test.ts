import * as oidc from 'openid-client'
import { expect, test, vi } from 'vitest'
import { inParallel } from '../../testing.ts'
import { errorOf, offline, useProvider } from './provider.testing.ts'
import { loginOf, plain, register } from './registration.testing.ts'

const world = useProvider()
const pool = () => world().server.resources.db.pool

const granted = async () => {
  const acme = await world().client()
  const { refresh_token: token } = await acme.logIn(world().ada.token, offline)
  const rows = async () =>
    (
      await pool().query<{ kind: string; used: boolean }>(
        `SELECT kind, "consumedAt" IS NOT NULL AS used FROM "OidcRecord"
         WHERE "clientId" = $1 AND kind IN ('Grant', 'RefreshToken', 'AccessToken') ORDER BY kind, "createdAt"`,
        [acme.id],
      )
    ).rows.map(({ kind, used }) => (used ? `${kind}, used` : kind))
  return { acme, refresh: () => oidc.refreshTokenGrant(acme.config, token!), rows }
}

test('a refresh that cannot store its tokens changes nothing: the client tries again with the token that it has', async () => {
  const { refresh, rows } = await granted()
  const before = await rows()
  await pool().query(`
    CREATE FUNCTION refuse_access() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.kind = 'AccessToken' THEN RAISE 'no space left'; END IF; RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_access BEFORE INSERT ON "OidcRecord" FOR EACH ROW EXECUTE FUNCTION refuse_access()`)
  await expect(refresh()).rejects.toMatchObject({ cause: { status: 500 } })
  expect(await rows()).toEqual(before)
  await pool().query('DROP FUNCTION refuse_access CASCADE')
  await refresh()
  expect(await rows()).toEqual(['AccessToken', 'AccessToken', 'Grant', 'RefreshToken, used', 'RefreshToken'])
})

test('a refresh whose grant ends meanwhile gives no token', async () => {
  const { acme, refresh, rows } = await granted()
  const holder = await pool().connect()
  await holder.query(`BEGIN; SELECT 1 FROM "OidcRecord" WHERE "clientId" = '${acme.id}' FOR UPDATE`)
  const outcome = errorOf(refresh())
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pg_blocking_pids(pid) <> '{}'`
  await vi.waitFor(async () => expect((await pool().query(waiting)).rowCount).toBe(1), 30_000)
  await holder.query(`DELETE FROM "OidcRecord" WHERE "clientId" = '${acme.id}'; COMMIT`)
  holder.release()
  expect(await outcome).toBe('invalid_grant')
  expect(await rows()).toEqual([])
})

test('of concurrent uses of a refresh token for an API one at most succeeds, and a use of it later ends the grant', async () => {
  const { admin, app, ada, browser } = world()
  const resource = 'https://notes.example/mcp'
  const scopes = [{ name: 'read', description: 'read' }]
  await admin.apps.update({ id: app.id, oidcRegistrationEnabled: true })
  await admin.oidcResources.create({ appId: app.id, url: resource, name: 'Notes', scopes })
  const { body } = await register(world(), plain)
  const { config, url, checks } = await loginOf(world(), body['client_id'] as string, { resource, scope: 'read' })
  const visitor = browser()
  const back = await visitor.accept(await visitor.follow(url), ada.token)
  const { refresh_token: first } = await oidc.authorizationCodeGrant(config, back, checks, { resource })
  const second = await oidc.refreshTokenGrant(config, first!, { resource })
  expect(await errorOf(oidc.refreshTokenGrant(config, first!, { resource }))).toBe('invalid_grant')
  expect(await errorOf(oidc.refreshTokenGrant(config, second.refresh_token!, { resource }))).toBe('invalid_grant')
  const again = await loginOf(world(), body['client_id'] as string, { resource, scope: 'read' })
  const other = browser()
  const backAgain = await other.accept(await other.follow(again.url), ada.token)
  const tokens = await oidc.authorizationCodeGrant(again.config, backAgain, again.checks, { resource })
  const uses = await inParallel(6, () =>
    errorOf(oidc.refreshTokenGrant(again.config, tokens.refresh_token!, { resource })),
  )
  expect(uses.filter((outcome) => outcome === 'no error').length).toBeLessThanOrEqual(1)
  expect(uses.filter((outcome) => outcome === 'invalid_grant').length).toBeGreaterThanOrEqual(5)
})
