// The limit of a profile read: one hand-written Fastify route that checks the same tokens, remembering verified ones,
// and reads one row by primary key with one prepared statement through pg. No contract, no session, no headers.
import Fastify from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import pg from 'pg'

const keys = createRemoteJWKSet(new URL(process.env.JWKS_URL!))
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const verified = new LRUCache<string, { userId: string; expiresAt: number }>({ max: 20_000 })

const check = async (header: string | undefined): Promise<string> => {
  const token = header?.slice('Bearer '.length) ?? ''
  const known = verified.get(token)
  if (known && known.expiresAt > Date.now()) return known.userId
  const { payload } = await jwtVerify<{ userId: string }>(token, keys, { algorithms: ['EdDSA'], issuer: 'openauth' })
  verified.set(token, { userId: payload.userId, expiresAt: payload.exp! * 1000 })
  return payload.userId
}

const text = { type: ['string', 'null'] }
const properties = { id: text, referCode: text, avatar: text, displayName: text, referrerId: text }
const schema = { response: { 200: { type: 'object', properties: { data: { type: 'object', properties } } } } }
const statement = {
  name: 'profile',
  text: 'SELECT id, "referCode", avatar, "displayName", "referrerId" FROM "User" WHERE id = $1',
}

const app = Fastify()
app.get('/user/profile', { schema }, async (request) => {
  const userId = await check(request.headers.authorization)
  const { rows } = await pool.query({ ...statement, values: [userId] })
  return { data: rows[0] }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${url}`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
