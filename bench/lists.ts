// Latency of operators' lists and statistics over many users, as a ratio to the limit of 20 ms.
import { createClient, fetchTransport, type Client } from '@openauth/client'
import pg from 'pg'
import { type Apps, eventCount, userCount } from './seed.ts'

/** A call must answer within this time. Milliseconds. */
const LIMIT = 20
const CALLS = 40

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

const DAY = 86_400_000
const some = (index: number) => ((index * 7919) % userCount) + 1

const userCalls = async (admin: Client, [appId]: Apps): Promise<Calls> => {
  const { meta } = await admin.users.find({})
  const { meta: ofApp } = await admin.users.list({ appId })
  return {
    'users of all apps, page 1': () => admin.users.find({}),
    'users of one app, page 1': () => admin.users.list({ appId }),
    '  by last seen': () => admin.users.list({ appId, sortBy: 'lastSeenAt' }),
    '  the last page by cursor, all apps': () => admin.users.find({ cursor: meta.lastCursor }),
    '  the last page by cursor, one app': () => admin.users.list({ appId, cursor: ofApp.lastCursor }),
    '  the last page by its number, one app': () => admin.users.list({ appId, page: ofApp.totalPages }),
    '  page 500 by its number, one app': () => admin.users.list({ appId, page: Math.min(500, ofApp.totalPages) }),
    'search by e-mail, one app': (index) => admin.users.list({ appId, q: `mail${some(index)}@` }),
    '  by wallet address': (index) => admin.users.find({ q: `0x${String(some(index)).padStart(40, '0')}` }),
    '  by prefix, 111 matches in a million': (index) => admin.users.find({ q: `user${(some(index) % 9000) + 1000}` }),
    '  by prefix, 1,111 matches': (index) => admin.users.find({ q: `user${(some(index) % 900) + 100}` }),
    '  by prefix, 11,111 matches': (index) => admin.users.find({ q: `user${(some(index) % 90) + 10}` }),
    '  by prefix, everybody matches': () => admin.users.find({ q: 'USER' }),
    '  by prefix, nobody matches': () => admin.users.find({ q: 'nobody' }),
    'filter: disabled': () => admin.users.find({ state: 'disabled' }),
    '  active': () => admin.users.find({ state: 'active' }),
    '  a provider that all have': () => admin.users.find({ method: 'username' }),
    '  a provider that a fifth has': () => admin.users.find({ method: 'email' }),
    '  a provider that few have, by last seen': () => admin.users.find({ method: 'github', sortBy: 'lastSeenAt' }),
    '  registered on one day': () =>
      admin.users.find({ createdFrom: Date.now() - 2 * DAY, createdTo: Date.now() - DAY }),
    '  the same, by last seen': () =>
      admin.users.find({ createdFrom: Date.now() - 2 * DAY, createdTo: Date.now() - DAY, sortBy: 'lastSeenAt' }),
    '  a provider and disabled': () => admin.users.find({ method: 'username', state: 'disabled' }),
    '  a search and a provider': () => admin.users.find({ q: 'user', method: 'email' }),
  }
}

const eventCalls = (admin: Client, [appId]: Apps): Calls => ({
  'sends of all apps': () => admin.adminTransactions.list({}),
  '  of one app, failed': () => admin.adminTransactions.list({ appId, status: 'failed' }),
  '  of one network': () => admin.adminTransactions.list({ network: 'solana' }),
  '  to an address': (index) =>
    admin.adminTransactions.list({ q: `0x${String(some(index) % 5000).padStart(40, '0')}` }),
  'audit events': () => admin.audit.list({}),
  '  of one app': () => admin.audit.list({ appId }),
  '  of an action': () => admin.audit.list({ action: 'user.disable' }),
  '  about a user, by name': (index) => admin.audit.list({ q: `User${(some(index) % eventCount) + 1}` }),
})

const statisticsCalls = (admin: Client, [appId]: Apps): Calls =>
  Object.fromEntries(
    [1, 7, 30, 90].flatMap((days): [string, () => Promise<unknown>][] => [
      [`statistics of all apps, ${days} days`, () => admin.stats.get({ days })],
      [`  of one app, ${days} days`, () => admin.stats.ofApp({ id: appId, days })],
    ]),
  )

/** What the first page of users costs without a server: one statement by the index, on one connection. */
const bareList =
  (client: pg.Client, [appId]: Apps) =>
  async (): Promise<unknown> =>
    client.query({
      name: 'bare-list',
      text: `SELECT * FROM "User" WHERE "appId" = $1 AND "deletedAt" IS NULL ORDER BY "createdAt" DESC, id DESC LIMIT 20`,
      values: [appId],
    })

/** What reading the figures of 30 days and of the 30 before costs without a server, nothing added up. */
const bareStatistics =
  (client: pg.Client, [appId]: Apps) =>
  async (): Promise<unknown> =>
    client.query({
      name: 'bare-statistics',
      text: `SELECT at, kind, key, count FROM "Statistic" WHERE "appId" = $1 AND period = 'day' AND at >= now() - interval '60 days'`,
      values: [appId],
    })

interface Bench {
  url: string
  databaseUrl: string
  adminToken: string
  apps: Apps
  /** Whether a part, `lists` or `stats`, is to run. */
  isSelected: (part: string) => boolean
  print: (line: string) => void
}

/** Prints the median latency of each call, with its ratio to the limit. */
export const measureLists = async ({ url, databaseUrl, adminToken, apps, isSelected, print }: Bench): Promise<void> => {
  const admin = createClient(fetchTransport({ baseUrl: url, token: () => adminToken }))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const part = async (label: string, bare: () => Promise<unknown>, calls: Calls) => {
    print(`\n${label} over ${userCount} users, p50 of ${CALLS} calls over HTTP / ${LIMIT} ms   (aim ≤ 1.00)`)
    for (const [name, call] of Object.entries(calls)) {
      const [before, time, after] = [await measure(bare), await measure(call), await measure(bare)]
      const ratio = (time / LIMIT).toFixed(2)
      const beside = ((before + after) / 2).toFixed(1)
      print(`${name.padEnd(46)} ${time.toFixed(1).padStart(7)} ms = ${ratio}   bare statement ${beside} ms`)
    }
  }
  if (isSelected('lists'))
    await part('lists', bareList(client, apps), { ...(await userCalls(admin, apps)), ...eventCalls(admin, apps) })
  if (isSelected('stats')) await part('statistics', bareStatistics(client, apps), statisticsCalls(admin, apps))
  await client.end()
}
