import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createHmac } from 'node:crypto'
import { base58 } from '@scure/base'
import { createClient, fetchTransport } from '@openauth/client'
import { computeAddress } from 'ethers/transaction'
import { hashMessage } from 'ethers/hash'
import pg from 'pg'
import secp256k1 from 'secp256k1'

const people = 200
const page = 'http://localhost:5580/login'
export const botToken = '100000001:benchmark-bot-token-of-no-bot'

export type LoginMethod = 'telegram' | 'ethereum' | 'solana'

export interface LoginWorld {
  appId: string
  /** Bodies of rightful logins: those with a challenge work once, so that every run has its own. */
  bodies: (method: LoginMethod, count: number) => Promise<string[]>
  close: () => Promise<void>
}

interface Signer {
  address: string
  sign: (message: string) => string
}

const ethereumSigner = (): Signer => {
  const key = randomBytes(32)
  return {
    address: computeAddress(`0x${key.toString('hex')}`),
    sign: (message) => {
      const digest = Buffer.from(hashMessage(message).slice(2), 'hex')
      const { signature, recid } = secp256k1.ecdsaSign(digest, key)
      return `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`
    },
  }
}

const solanaSigner = (): Signer => {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ed25519')
  return {
    address: base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
    sign: (message) => base58.encode(sign(null, Buffer.from(message), privateKey)),
  }
}

const telegramData = (id: number): string => {
  const fields: [string, string][] = [
    ['auth_date', String(Math.floor(Date.now() / 1000))],
    ['query_id', `AAHdF6IQAAAAAN0Xoh${id}`],
    ['user', JSON.stringify({ id, first_name: 'Player', username: `player_${id}`, language_code: 'en' })],
  ]
  const text = fields.map(([name, value]) => `${name}=${value}`).join('\n')
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest()
  return new URLSearchParams([...fields, ['hash', createHmac('sha256', key).update(text).digest('hex')]]).toString()
}

/** Sets an app with the three methods up, and a user of each method for every person. */
export const openLoginWorld = async (url: string, adminToken: string, databaseUrl: string): Promise<LoginWorld> => {
  const as = (token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))
  const { id: appId } = await as(adminToken).apps.create({ name: `Logins ${Date.now()}` })
  const on = { telegramEnabled: true, ethEnabled: true, solEnabled: true }
  await as(adminToken).apps.update({
    ...{ id: appId, ...on, telegramBotToken: botToken },
    redirectOrigins: [new URL(page).origin],
  })
  const signers = {
    ethereum: Array.from({ length: people }, ethereumSigner),
    solana: Array.from({ length: people }, solanaSigner),
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })

  /** One real challenge shows the form; the others differ in their nonce, and are stored by one statement. */
  const challenges = async (chain: 'ethereum' | 'solana', count: number): Promise<string[]> => {
    const templates = await Promise.all(
      signers[chain].map(({ address }) => as().login.challenge({ appId, chain, address, uri: page })),
    )
    const made = Array.from({ length: count }, (_, index) => {
      const signer = signers[chain][index % people]!
      const message = templates[index % people]!.message.replace(
        /Nonce: \w+/,
        `Nonce: ${randomBytes(16).toString('hex')}`,
      )
      return { signer, message, digest: createHash('sha256').update(message).digest() }
    })
    await pool.query(
      `INSERT INTO "OneTime" (kind, digest, "appId", data, "expiresAt")
       SELECT 'challenge', digest, $3, jsonb_build_object('chain', $4::text, 'address', address, 'purpose', 'login', 'sessionId', null), now() + interval '1 hour'
       FROM unnest($1::bytea[], $2::text[]) AS given (digest, address)`,
      [made.map(({ digest }) => digest), made.map(({ signer }) => signer.address), appId, chain],
    )
    const field = chain === 'ethereum' ? 'ethAddress' : 'solAddress'
    return made.map(({ signer, message }) =>
      JSON.stringify({ appId, [field]: signer.address, message, signature: signer.sign(message) }),
    )
  }

  const bodies: LoginWorld['bodies'] = async (method, count) => {
    if (method !== 'telegram') return challenges(method, count)
    return Array.from({ length: people }, (_, index) =>
      JSON.stringify({ appId, data: telegramData(279_000_000 + index) }),
    )
  }

  // As a partner makes them, so that no picture is looked for, which a server without internet would try again and again.
  const { appSecret } = await as(adminToken).apps.secret({ id: appId })
  for (let index = 0; index < people; index += 1) {
    await as(appSecret).appUsers.findOrCreate({ telegram: String(279_000_000 + index) })
    await as(appSecret).appUsers.findOrCreate({ ethAddress: signers.ethereum[index]!.address })
    await as(appSecret).appUsers.findOrCreate({ solAddress: signers.solana[index]!.address })
  }
  return { appId, bodies, close: () => pool.end() }
}
