import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, fetchTransport, type RingClaim } from '@openauth/client'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint, giveTokens } from '@openauth/localnet/solana-tokens'
import { Connection, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../src/features/wallets/testing.ts'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'

// Servers that are killed while they pay claims on chain.

const UNITS = 1000
const RINGS = 20
const PLAYERS = 12

let node: SolanaNode
let proxy: FaultProxy
let mint: Mint
let folder: string
let environment: Record<string, string>
/** Called before each call is forwarded to the node. */
let onCall: (method: string) => Promise<unknown> | void = () => {}

beforeAll(async () => {
  node = await startSolana()
  proxy = await startFaultProxy(node.url, (method) => onCall(method))
  mint = await createMint(node)
  folder = await mkdtemp(join(tmpdir(), 'openauth-payouts-'))
  const database = inject('store').redisUrl ? await testDatabase() : undefined
  environment = {
    OPENAUTH_DATA_DIR: join(folder, 'data'),
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_SOLANA_RPC_URLS: proxy.url,
    ...(database ? { DATABASE_URL: database.url } : {}),
  }
})
afterAll(async () => {
  proxy.close()
  await node.stop()
  await rm(folder, { recursive: true, force: true })
})

const clientOf = ({ url }: ServerProcess, token?: string): Client =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))

/** An app with a funded treasury, and players with rings. */
const openGame = async (server: ServerProcess) => {
  await clientOf(server).setup.create(adminCredentials)
  const { token } = await clientOf(server).setup.login(adminCredentials)
  const admin = clientOf(server, token)
  const { id: appId } = await admin.apps.create({ name: 'Crash' })
  const payouts = { mint: mint.address, decimals: mint.decimals, rings: 1, units: UNITS }
  await admin.gameRules.update({ appId, payouts, daily: { rewards: [RINGS] } })
  const { address } = await admin.treasury.create({ appId })
  await node.fund(address!, 1_000_000_000n)
  await giveTokens(node, mint, address!, BigInt(UNITS * RINGS * PLAYERS))
  const players = await Promise.all(
    Array.from({ length: PLAYERS }, async (_, index) => {
      const login = { appId, username: `player${index}`, password: 'password', type: 'register' } as const
      const user = await clientOf(server).login.username(login)
      await clientOf(server, user.token).game.takeDaily({})
      return user.token
    }),
  )
  return { appId, adminToken: token, players }
}

const heldBy = async (address: string): Promise<bigint> => {
  const account = new PublicKey(mint.accountOf(address))
  return BigInt((await new Connection(node.url, 'confirmed').getTokenAccountBalance(account)).value.amount)
}

test('repeated kill -9 while claims are paid: each acknowledged claim is paid once', async () => {
  let server = await startProcess(environment)
  const { players } = await openGame(server)
  // Killed before the node is asked for a blockhash, before the transaction is sent, and after the node has it.
  for (const [round, fatal] of ['getLatestBlockhash', 'sendTransaction', 'getSignatureStatuses'].entries()) {
    const die = server
    const killed = new Promise<unknown>((resolve) => {
      onCall = (method) => {
        if (method !== fatal) return
        onCall = () => {}
        return endProcess(die, 'SIGKILL').then(resolve)
      }
    })
    const some = players.slice(round * 4, round * 4 + 4)
    // A call that the kill cut off may have claimed: the player repeats it below.
    await Promise.all(
      some.map((token) =>
        clientOf(server, token)
          .game.claimRings({})
          .catch(() => undefined),
      ),
    )
    await killed
    server = await startProcess(environment)
  }
  const claims: RingClaim[] = []
  for (const token of players) await clientOf(server, token).game.claimRings({})
  await vi.waitFor(
    async () => {
      claims.length = 0
      for (const token of players) claims.push(...(await clientOf(server, token).game.claims({})).data)
      expect(claims.filter(({ status }) => status !== 'paid')).toEqual([])
    },
    { timeout: 240_000, interval: 500 },
  )
  expect(claims.map(({ rings }) => rings)).toEqual(Array(PLAYERS).fill(RINGS))
  for (const { address } of claims) expect(await heldBy(address)).toBe(BigInt(UNITS * RINGS))
  await endProcess(server)
})
