// Latency of operators' lists over many users, as a ratio to the limit of 20 ms.
import { createClient, fetchTransport, type Client } from '@openauth/client'
import pg from 'pg'

/** A list call must answer within this time. Milliseconds. */
const LIMIT = 20
const CALLS = 40

const count = Number(process.env.BENCH_USERS ?? 1_000_000)

/** One user in ten is of the second app, one in a thousand is disabled, one in five has an e-mail address, one in 20,000 GitHub. */
const seed = (apps: [string, string]): string[] => [
  `CREATE TEMP TABLE seeded AS SELECT n, gen_random_uuid() AS id, (CASE WHEN n % 10 = 0 THEN '${apps[1]}' ELSE '${apps[0]}' END)::uuid AS app,
     now() - make_interval(secs => n * 7) AS made, now() - make_interval(secs => (n::bigint * 7919 % ${count})) AS seen
   FROM generate_series(1, ${count}) n`,
  `INSERT INTO "User" (id, "appId", "referCode", "displayName", "createdAt", "lastSeenAt", "disabledAt", "disabledBy")
   SELECT id, app, lpad(upper(to_hex(n)), 8, 'X'), CASE WHEN n % 3 = 0 THEN 'Player ' || n END, made, seen,
     CASE WHEN n % 1000 = 0 THEN now() END, CASE WHEN n % 1000 = 0 THEN 'admin'::"ActorKind" END FROM seeded`,
  `INSERT INTO "Identity" ("appId", provider, subject, display, "userId")
   SELECT app, 'username'::"Provider", 'user' || n, 'User' || n, id FROM seeded
   UNION ALL SELECT app, 'email', 'mail' || n || '@example.com', 'mail' || n || '@example.com', id FROM seeded WHERE n % 5 = 0
   UNION ALL SELECT app, 'github', (5000000 + n)::text, 'Octocat' || n, id FROM seeded WHERE n % 20000 = 0`,
  `INSERT INTO "Wallet" ("userId", chain, address, "sealedSecret")
   SELECT id, 'ethereum'::"Chain", '0x' || lpad(n::text, 40, '0'), '\\x00' FROM seeded`,
  'DROP TABLE seeded',
]

/** Indexes of the seeded tables that are no constraints: they are built at once behind the rows, which is faster. */
const indexesOf = async (client: pg.Client): Promise<{ name: string; definition: string }[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid IN ('"User"'::regclass, '"Identity"'::regclass, '"Wallet"'::regclass) AND NOT i.indisunique`,
  )
  return rows
}

const seedUsers = async (databaseUrl: string, apps: [string, string]): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const indexes = await indexesOf(client)
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  for (const statement of seed(apps)) await client.query(statement)
  for (const { definition } of indexes) await client.query(definition)
  for (const table of ['User', 'Identity', 'Wallet']) await client.query(`VACUUM ANALYZE "${table}"`)
  await client.end()
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const measure = async (call: (index: number) => Promise<unknown>): Promise<number> => {
  for (let index = 0; index < 5; index += 1) await call(index)
  const times: number[] = []
  for (let index = 0; index < CALLS; index += 1) {
    const start = performance.now()
    await call(index)
    times.push(performance.now() - start)
  }
  return median(times)
}

type Calls = Record<string, (index: number) => Promise<unknown>>

const callsOf = async (admin: Client, [appId]: [string, string]): Promise<Calls> => {
  const { meta } = await admin.users.find({})
  const { meta: ofApp } = await admin.users.list({ appId })
  const some = (index: number) => ((index * 7919) % count) + 1
  return {
    'users of all apps, page 1': () => admin.users.find({}),
    'users of one app, page 1': () => admin.users.list({ appId }),
    'the same, by last seen': () => admin.users.list({ appId, sortBy: 'lastSeenAt' }),
    'the last page by cursor, all apps': () => admin.users.find({ cursor: meta.lastCursor }),
    'the last page by cursor, one app': () => admin.users.list({ appId, cursor: ofApp.lastCursor }),
    'the last page by its number, one app': () => admin.users.list({ appId, page: ofApp.totalPages }),
    'prefix search, about a hundred matches': (index) => admin.users.find({ q: `user${(some(index) % 9000) + 1000}` }),
    'prefix search, about a thousand matches': (index) => admin.users.find({ q: `user${(some(index) % 900) + 100}` }),
    'prefix search, everybody matches': () => admin.users.find({ q: 'USER' }),
    'prefix search, e-mail in one app': (index) => admin.users.list({ appId, q: `mail${some(index)}` }),
    'search by wallet address': (index) => admin.users.find({ q: `0x${String(some(index)).padStart(40, '0')}` }),
    'filter: disabled': () => admin.users.find({ state: 'disabled' }),
    'filter: active': () => admin.users.find({ state: 'active' }),
    'filter: a provider that a fifth has': () => admin.users.find({ method: 'email' }),
    'filter: a provider that few have': () => admin.users.find({ method: 'github', sortBy: 'lastSeenAt' }),
    'filter: registered on one day': () =>
      admin.users.find({ createdFrom: Date.now() - 172_800_000, createdTo: Date.now() - 86_400_000 }),
  }
}

/** Seeds users by SQL and prints the median latency of each list call, with its ratio to the limit. */
export const measureLists = async (
  url: string,
  databaseUrl: string,
  adminToken: string,
  print: (line: string) => void,
): Promise<void> => {
  const admin = createClient(fetchTransport({ baseUrl: url, token: () => adminToken }))
  const first = await admin.apps.create({ name: `Lists ${Date.now()}` })
  const second = await admin.apps.create({ name: `More lists ${Date.now()}` })
  const apps: [string, string] = [first.id, second.id]
  await seedUsers(databaseUrl, apps)
  print(`\nlists over ${count} users, p50 of ${CALLS} calls over HTTP / ${LIMIT} ms   (aim ≤ 1.00)`)
  for (const [label, call] of Object.entries(await callsOf(admin, apps))) {
    const time = await measure(call)
    print(`${label.padEnd(52)} ${time.toFixed(1).padStart(7)} ms = ${(time / LIMIT).toFixed(2)}`)
  }
}
