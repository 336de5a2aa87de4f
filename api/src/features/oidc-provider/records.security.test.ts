import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inParallel, signInAs } from '../../testing.ts'
import { useProvider } from './provider.testing.ts'
import { createRecords } from './records.ts'

// What the store owes when calls meet that the library makes one after the other.

const world = useProvider()
const MINUTE = 60

/** The records of an app, and a grant of a user in a session of its own. */
const granted = async (name: string) => {
  const { server, app, client } = world()
  const { db } = server.resources
  const records = createRecords({
    db,
    appId: app.id,
    keys: { derive: (purpose) => createHash('sha256').update(purpose).digest() },
    alreadyUsed: () => new Error('used before'),
    request: () => undefined,
  })
  const user = await signInAs(server, app.id, name)
  const { id: clientId } = await client()
  const { id: sessionId } = await db.prisma.session.findFirstOrThrow({ where: { userId: user.id } })
  const [grantId, token] = [randomUUID(), randomUUID()]
  const payload = { accountId: user.id, clientId, grantId, exp: Math.floor(Date.now() / 1000) + MINUTE }
  await records.adapter('Grant').upsert(grantId, { accountId: user.id, clientId }, MINUTE)
  expect(await records.bindGrant(grantId, sessionId)).toBe(true)
  await records.adapter('RefreshToken').upsert(token, payload, MINUTE)
  return { records, user, payload, grantId, token, clientId }
}

test('of concurrent uses of a token one succeeds, and each other one ends the grant', async () => {
  const { records, token, grantId } = await granted('used-twice')
  const tokens = records.adapter('RefreshToken')
  const outcomes = await inParallel(6, () => tokens.consume(token).then(() => 'consumed', String))
  expect(outcomes.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'Error: used before'), 'consumed'])
  expect(await tokens.find(token)).toBeUndefined()
  expect(await records.adapter('Grant').find(grantId)).toBeUndefined()
})

test('a token that is stored while its grant ends is not stored', async () => {
  const { records, user, payload, clientId } = await granted('ends-meanwhile')
  await user.client.connectedApps.revoke({ clientId })
  for (const kind of ['AccessToken', 'RefreshToken', 'AuthorizationCode']) {
    await records.adapter(kind).upsert('late', payload, MINUTE)
    expect([kind, await records.adapter(kind).find('late')]).toEqual([kind, undefined])
  }
})

test('a session of somebody is not stored without a grant, nor by the grant of another user', async () => {
  const { records, grantId } = await granted('of-victim')
  const eve = await signInAs(world().server, world().app.id, 'eve')
  const sessions = records.adapter('Session')
  await sessions.upsert('unbound', { accountId: eve.id, uid: 'a' }, MINUTE)
  expect(await sessions.find('unbound')).toBeUndefined()
  const authorizations = { other: { grantId } }
  await sessions.upsert('foreign', { accountId: eve.id, uid: 'b', authorizations }, MINUTE)
  expect(await sessions.find('foreign')).toBeUndefined()
})

test('of concurrent stores of one id the last one counts, and one is told that it is new', async () => {
  const { records } = await granted('stored-at-once')
  const proofs = records.adapter('ReplayDetection')
  const outcomes = await inParallel(5, () => proofs.upsert('proof', {}, MINUTE).then(() => 'new', String))
  expect(outcomes.filter((outcome) => outcome === 'new')).toHaveLength(1)
})

test('a crash of the database loses no token that a client got: each is stored on disk, and nothing of it in passing', async () => {
  const { records, payload } = await granted('crashes')
  const { pool } = world().server.resources.db
  // Where the setting of a statement's transaction comes from tells whether the statement has changed it.
  await pool.query(`
    CREATE TABLE "Stored" (kind text, source text);
    CREATE FUNCTION note_stored() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO "Stored" SELECT NEW.kind, source FROM pg_settings WHERE name = 'synchronous_commit';
      RETURN NULL;
    END $$;
    CREATE TRIGGER note_stored AFTER INSERT ON "OidcRecord" FOR EACH ROW EXECUTE FUNCTION note_stored()`)
  const kinds = ['AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode']
  for (const kind of kinds) await records.adapter(kind).upsert(randomUUID(), payload, MINUTE)
  const { rows } = await pool.query<{ kind: string; source: string }>('SELECT * FROM "Stored"')
  expect(rows.map(({ kind }) => kind)).toEqual(kinds)
  expect(rows.filter(({ source }) => source === 'session')).toEqual([])
  await pool.query('DROP TABLE "Stored"; DROP FUNCTION note_stored() CASCADE')
})
