import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { createClient, fetchTransport } from '@openauth/client'
import { computeAddress } from 'ethers/transaction'
import { hashMessage } from 'ethers/hash'
import pg from 'pg'
import secp256k1 from 'secp256k1'

const userCount = 200
const page = 'http://localhost:5580/login'
export const botToken = '100000001:benchmark-bot-token'

export type LoginMethod = 'telegram' | 'ethereum' | 'solana'

/** An app with users that log in by Telegram, Ethereum and Solana. */
export interface LoginFixtures {
  appId: string
  /**
   * JSON bodies of valid logins. A challenge is accepted once, so each run needs new bodies; Telegram's can be reused.
   */
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

/** Creates an app with the three methods enabled, and 200 users of each method. */
export const createLoginFixtures = async (
  url: string,
  adminToken: string,
  databaseUrl: string,
): Promise<LoginFixtures> => {
  const clientOf = (token?: string) => createClient(fetchTransport({ baseUrl: url, token: () => token }))
  const { id: appId } = await clientOf(adminToken).apps.create({ name: `Logins ${Date.now()}` })
  const enabled = { telegramEnabled: true, ethEnabled: true, solEnabled: true }
  await clientOf(adminToken).apps.update({
    id: appId,
    ...enabled,
    telegramBotToken: botToken,
    redirectOrigins: [new URL(page).origin],
  })
  const signers = {
    ethereum: Array.from({ length: userCount }, ethereumSigner),
    solana: Array.from({ length: userCount }, solanaSigner),
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })

  /** Copies a challenge of the server with new nonces, and stores the copies with one statement. */
  const walletBodies = async (chain: 'ethereum' | 'solana', count: number): Promise<string[]> => {
    const templates = await Promise.all(
      signers[chain].map(({ address }) => clientOf().login.challenge({ appId, chain, address, uri: page })),
    )
    const challenges = Array.from({ length: count }, (_, index) => {
      const signer = signers[chain][index % userCount]!
      const message = templates[index % userCount]!.message.replace(
        /Nonce: \w+/,
        `Nonce: ${randomBytes(16).toString('hex')}`,
      )
      return { signer, message, digest: createHash('sha256').update(message).digest() }
    })
    await pool.query(
      `INSERT INTO "OneTime" (kind, digest, "appId", data, "expiresAt")
       SELECT 'challenge', digest, $3, jsonb_build_object('chain', $4::text, 'address', address, 'purpose', 'login', 'sessionId', null), now() + interval '1 hour'
       FROM unnest($1::bytea[], $2::text[]) AS challenge (digest, address)`,
      [challenges.map(({ digest }) => digest), challenges.map(({ signer }) => signer.address), appId, chain],
    )
    const field = chain === 'ethereum' ? 'ethAddress' : 'solAddress'
    return challenges.map(({ signer, message }) =>
      JSON.stringify({ appId, [field]: signer.address, message, signature: signer.sign(message) }),
    )
  }

  const bodies: LoginFixtures['bodies'] = async (method, count) => {
    if (method !== 'telegram') return walletBodies(method, count)
    return Array.from({ length: userCount }, (_, index) =>
      JSON.stringify({ appId, data: telegramData(279_000_000 + index) }),
    )
  }

  // Created by the partner's API: a login would download the user's picture, which a server without internet retries.
  const { appSecret } = await clientOf(adminToken).apps.secret({ id: appId })
  for (let index = 0; index < userCount; index += 1) {
    await clientOf(appSecret).appUsers.findOrCreate({ telegram: String(279_000_000 + index) })
    await clientOf(appSecret).appUsers.findOrCreate({ ethAddress: signers.ethereum[index]!.address })
    await clientOf(appSecret).appUsers.findOrCreate({ solAddress: signers.solana[index]!.address })
  }
  return { appId, bodies, close: () => pool.end() }
}
