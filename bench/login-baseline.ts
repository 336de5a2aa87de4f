// Baseline of a login by Telegram, Ethereum or Solana: a hand-written Fastify route that verifies the signature with
// native crypto and runs the same statements through pg. No contract, no app settings, no session token.
import { createHash, createHmac, createPublicKey, randomUUID, timingSafeEqual, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { keccak256 } from 'ethers/crypto'
import { hashMessage } from 'ethers/hash'
import Fastify from 'fastify'
import pg from 'pg'
import secp256k1 from 'secp256k1'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const appId = process.env.BENCH_APP!
const botKey = createHmac('sha256', 'WebAppData').update(process.env.BENCH_BOT_TOKEN!).digest()
const spki = Buffer.from('302a300506032b6570032100', 'hex')

interface CredentialInput {
  data: string
  message: string
  signature: string
  ethAddress: string
  solAddress: string
}

const findIdentity = {
  name: 'findIdentity',
  text: `
    SELECT u.id, u."disabledAt" IS NOT NULL AS disabled, i.display, u."displayName", u.avatar, u."avatarSource",
      extract(epoch FROM now() - u."lastSeenAt")::float8 AS idle
    FROM "Identity" i JOIN "User" u ON u.id = i."userId" AND u."deletedAt" IS NULL
    WHERE i."appId" = $1 AND i.provider = $2 AND i.subject = $3`,
}
const createSession = {
  name: 'createSession',
  text: `
    WITH seen AS (UPDATE "User" SET "lastSeenAt" = now()
      WHERE id = $2 AND "deletedAt" IS NULL AND "disabledAt" IS NULL RETURNING id)
    INSERT INTO "Session" (id, "userId", method, ip, "userAgent", "expiresAt")
    SELECT $1, seen.id, $3, $4, NULL, now() + make_interval(secs => 2592000) FROM seen RETURNING id`,
}
const consumeChallengeRow = {
  name: 'consumeChallengeRow',
  text: `
    DELETE FROM "OneTime" WHERE kind = 'challenge' AND digest = $1 AND "appId" = $2 AND "expiresAt" > now()
      AND data @> $3::jsonb RETURNING data`,
}

const completeLogin = async (provider: string, subject: string) => {
  const { rows } = await pool.query({ ...findIdentity, values: [appId, provider, subject] })
  const session = await pool.query({ ...createSession, values: [randomUUID(), rows[0].id, provider, '127.0.0.1'] })
  return { data: { token: session.rows[0].id as string } }
}

const consumeChallenge = async (chain: string, address: string, message: string) => {
  const digest = createHash('sha256').update(message).digest()
  const { rows } = await pool.query({
    ...consumeChallengeRow,
    values: [digest, appId, JSON.stringify({ chain, address })],
  })
  if (rows.length === 0) throw new Error('unknown challenge')
}

const telegram = async ({ data }: CredentialInput) => {
  const fields = [...new URLSearchParams(data)]
  const lines = fields.filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`)
  const hash = Buffer.from(fields.find(([name]) => name === 'hash')![1], 'hex')
  if (!timingSafeEqual(createHmac('sha256', botKey).update(lines.toSorted().join('\n')).digest(), hash))
    throw new Error()
  const { id } = JSON.parse(fields.find(([name]) => name === 'user')![1]) as { id: number }
  return completeLogin('telegram', String(id))
}

const ethereum = async ({ ethAddress, message, signature }: CredentialInput) => {
  await consumeChallenge('ethereum', ethAddress, message)
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const digest = Buffer.from(hashMessage(message).slice(2), 'hex')
  const key = secp256k1.ecdsaRecover(bytes.subarray(0, 64), bytes[64]! - 27, digest, false)
  if (`0x${keccak256(key.subarray(1)).slice(-40)}` !== ethAddress.toLowerCase()) throw new Error()
  return completeLogin('ethereum', ethAddress)
}

const solana = async ({ solAddress, message, signature }: CredentialInput) => {
  await consumeChallenge('solana', solAddress, message)
  const der = Buffer.concat([spki, base58.decode(solAddress)])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(message), key, base58.decode(signature))) throw new Error()
  return completeLogin('solana', solAddress)
}

const schema = {
  response: {
    200: {
      type: 'object',
      properties: { data: { type: 'object', properties: { token: { type: 'string' } } } },
    },
  },
}
const app = Fastify()
app.post<{ Body: CredentialInput }>('/user/login-telegram', { schema }, ({ body }) => telegram(body))
app.post<{ Body: CredentialInput }>('/user/login-ethereum', { schema }, ({ body }) => ethereum(body))
app.post<{ Body: CredentialInput }>('/user/login-solana', { schema }, ({ body }) => solana(body))
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready at ${url}`)
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)))
