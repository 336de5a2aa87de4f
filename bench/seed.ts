// Rows for the benchmarks of lists and statistics, written by SQL.
import { createClient, fetchTransport } from '@openauth/client'
import pg from 'pg'

export const userCount = Number(process.env.BENCH_USERS ?? 1_000_000)
/** Of sends, and of audit events. */
export const eventCount = Math.ceil(userCount * 0.3)

/** Days with figures, so that a period of 90 days has one before it. */
const DAYS = 181

/**
 * Users of three apps: a tenth in the second and a hundredth in the third. One user in a thousand is disabled, one in five has an
 * e-mail address, one in 20,000 GitHub.
 */
const users = ([first, second, third]: Apps): string[] => [
  `CREATE TEMP TABLE seeded AS SELECT n, gen_random_uuid() AS id,
     (CASE WHEN n % 100 = 5 THEN '${third}' WHEN n % 10 = 0 THEN '${second}' ELSE '${first}' END)::uuid AS app,
     now() - make_interval(secs => n * 7) AS made, now() - make_interval(secs => (n::bigint * 7919 % ${userCount})) AS seen
   FROM generate_series(1, ${userCount}) n`,
  `INSERT INTO "User" (id, "appId", "referCode", "displayName", "createdAt", "lastSeenAt", "disabledAt", "disabledBy")
   SELECT id, app, lpad(upper(to_hex(n)), 8, 'X'), CASE WHEN n % 3 = 0 THEN 'Player ' || n END, made, seen,
     CASE WHEN n % 1000 = 0 THEN now() END, CASE WHEN n % 1000 = 0 THEN 'admin'::"ActorKind" END FROM seeded`,
  `INSERT INTO "Identity" ("appId", provider, subject, display, "userId", "lookalikeKey")
   SELECT app, 'username', 'user' || n, 'User' || n, id, 'user' || n FROM seeded
   UNION ALL SELECT app, 'email', 'mail' || n || '@example.com', 'mail' || n || '@example.com', id, NULL FROM seeded WHERE n % 5 = 0
   UNION ALL SELECT app, 'github', (5000000 + n)::text, 'Octocat' || n, id, NULL FROM seeded WHERE n % 20000 = 0`,
  `INSERT INTO "Wallet" ("userId", chain, address, "sealedSecret")
   SELECT id, 'ethereum'::"Chain", '0x' || lpad(n::text, 40, '0'), '\\x00' FROM seeded`,
]

/** Sends of one user in three or so, of two chains; one in a hundred failed. Audit events of two admins and of users. */
const events = (): string[] => [
  `INSERT INTO "Transaction" (id, "appId", "userId", chain, network, kind, status, "fromAddress", "toAddress", amount, signature,
     "rpcUrl", "createdAt", "settledAt")
   SELECT gen_random_uuid(), app, id, (CASE n % 4 WHEN 0 THEN 'solana' ELSE 'ethereum' END)::"Chain",
     CASE n % 4 WHEN 0 THEN 'solana' ELSE 'base' END, 'transfer',
     (CASE WHEN n % 100 = 1 THEN 'failed' ELSE 'confirmed' END)::"TransactionStatus", '0x' || lpad(n::text, 40, '0'),
     '0x' || lpad((n % 5000)::text, 40, '0'), '1', '0x' || lpad(to_hex(n), 64, '0'), 'https://node.example', made, made
   FROM seeded WHERE n <= ${eventCount}`,
  `INSERT INTO "AuditEvent" (id, "createdAt", actor, "actorId", action, "appId", "targetId", ip)
   SELECT gen_random_uuid(), made, (CASE WHEN n % 5 = 0 THEN 'admin' ELSE 'user' END)::"ActorKind",
     CASE WHEN n % 5 = 0 THEN '1' ELSE id::text END,
     CASE WHEN n % 5 = 0 THEN 'user.disable' WHEN n % 7 = 0 THEN 'user.password' ELSE 'identity.bind' END, app, id::text,
     '198.51.100.' || n % 250 FROM seeded WHERE n <= ${eventCount}`,
]

/**
 * What the triggers write in half a year: in every third hour logins and failed logins by six methods, and active users by the number of days
 * since they were last active. The server's own rollup adds it up.
 */
const activity = (apps: Apps): string[] => [
  `INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
   SELECT app, kinds.kind::"StatisticKind", kinds.key, date_trunc('hour', now(), 'UTC') - make_interval(hours => hour), 1 + hour % 7
   FROM unnest(ARRAY['${apps.join("','")}']::uuid[]) app CROSS JOIN generate_series(0, ${DAYS * 24 - 1}, 3) hour CROSS JOIN (
     SELECT kind, method AS key FROM unnest(ARRAY['logins', 'failedLogins']) kind,
       unnest(ARRAY['username', 'email', 'google', 'telegram', 'ethereum', 'solana']) method
     UNION ALL SELECT 'activeUsers', gap::text FROM generate_series(0, 60) gap) kinds`,
]

export type Apps = [string, string, string]

const TABLES = ['User', 'Identity', 'Wallet', 'Transaction', 'AuditEvent']

/** Indexes of the seeded tables that are no constraints: they are built at once behind the rows, which is faster. */
const indexesOf = async (client: pg.Client): Promise<{ name: string; definition: string }[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT i.indisunique`,
    [TABLES.map((table) => `"${table}"`)],
  )
  return rows
}

const rollUp = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ left: boolean }>('SELECT EXISTS (SELECT 1 FROM "StatisticDelta") AS left')
    if (!rows[0]!.left) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Creates three apps on a server. */
export const createApps = async (url: string, adminToken: string): Promise<Apps> => {
  const admin = createClient(fetchTransport({ baseUrl: url, token: () => adminToken }))
  const create = async (name: string) => (await admin.apps.create({ name: `${name} ${Date.now()}` })).id
  return [await create('Large'), await create('Medium'), await create('Small')]
}

/** Fills the apps. Resolves when the server has added the figures up and the tables are vacuumed. */
export const seed = async (databaseUrl: string, apps: Apps): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const indexes = await indexesOf(client)
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  for (const statement of [...users(apps), ...events(), ...activity(apps)]) await client.query(statement)
  for (const { definition } of indexes) await client.query(definition)
  await rollUp(client)
  for (const table of [...TABLES, 'Statistic', 'StatisticDelta']) await client.query(`VACUUM ANALYZE "${table}"`)
  await client.end()
}
