// Baseline of a batch of taps: a hand-written Fastify route that verifies the same tokens, caches verified ones, and adds the taps of all
// calls of some milliseconds in one statement, durable before the answer. No contract, session, rules, energy, ledger or numbers of batches.
import Fastify from 'fastify'
import pg from 'pg'
import { authenticate } from './authenticate.ts'

/** Milliseconds between two statements. */
const TICK = 3

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 })

await pool.query(
  'CREATE TABLE IF NOT EXISTS bench_taps (id uuid PRIMARY KEY, rings bigint NOT NULL) WITH (fillfactor = 50)',
)

const add = {
  name: 'bench-taps',
  text: `
    INSERT INTO bench_taps AS t (id, rings) SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS b(id, count) ORDER BY id
    ON CONFLICT (id) DO UPDATE SET rings = t.rings + excluded.rings RETURNING id, rings::float8`,
}

interface Waiting {
  count: number
  resolvers: ((rings: number) => void)[]
}
let waiting = new Map<string, Waiting>()

setInterval(() => {
  if (waiting.size === 0) return
  const batch = waiting
  waiting = new Map()
  const counts = [...batch.values()].map(({ count }) => count)
  void pool.query<{ id: string; rings: number }>({ ...add, values: [[...batch.keys()], counts] }).then(({ rows }) => {
    for (const { id, rings } of rows) for (const resolve of batch.get(id)!.resolvers) resolve(rings)
  })
}, TICK)

const addTaps = (userId: string, count: number): Promise<number> =>
  new Promise((resolve) => {
    const entry = waiting.get(userId) ?? { count: 0, resolvers: [] }
    entry.count += count
    entry.resolvers.push(resolve)
    waiting.set(userId, entry)
  })

const integer = { type: 'integer' }
const schema = {
  body: { type: 'object', required: ['count', 'seq'], properties: { count: integer, seq: integer } },
  response: {
    200: {
      type: 'object',
      properties: { data: { type: 'object', properties: { accepted: integer, rings: integer } } },
    },
  },
}

const app = Fastify()
app.post<{ Body: { count: number } }>('/api/click', { schema }, async ({ headers, body }) => {
  const userId = await authenticate(headers.authorization)
  return { data: { accepted: body.count, rings: await addTaps(userId, body.count) } }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${url}`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
