// Baseline of a profile read: a hand-written Fastify route that verifies the same tokens, caches verified ones, and
// reads one row by primary key with a prepared statement through pg. No contract, no session, no security headers.
import Fastify from 'fastify'
import pg from 'pg'
import { authenticate } from './authenticate.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

const text = { type: ['string', 'null'] }
const properties = { id: text, referCode: text, avatar: text, displayName: text, referrerId: text }
const schema = { response: { 200: { type: 'object', properties: { data: { type: 'object', properties } } } } }
const statement = {
  name: 'profile',
  text: 'SELECT id, "referCode", avatar, "displayName", "referrerId" FROM "User" WHERE id = $1',
}

const app = Fastify()
app.get('/user/profile', { schema }, async (request) => {
  const userId = await authenticate(request.headers.authorization)
  const { rows } = await pool.query({ ...statement, values: [userId] })
  return { data: rows[0] }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${url}`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
