import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { type Client, createClient, fetchTransport } from '@openauth/client'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { JsonRpcProvider, parseEther } from 'ethers'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { startFaultProxy, type FaultProxy } from '../src/features/wallets/testing.ts'
import { evmChains } from '../src/lib/ethereum/chains.ts'
import { adminCredentials, testDatabase } from '../src/testing.ts'
import { endProcess, type ServerProcess, startProcess } from './server-process.ts'
import { newEthereumAddress } from '../src/lib/ethereum/addresses.testing.ts'

// A server that is killed between signature and broadcast, or directly after the broadcast, and restarted.

let evm: EvmNode
let solana: SolanaNode
let provider: JsonRpcProvider
let proxies: FaultProxy[]
let folder: string
let database: { url: string } | undefined
let environment: Record<string, string>
/** Called before each call is forwarded to a node. */
let onCall: (method: string) => Promise<unknown> | void = () => {}

beforeAll(async () => {
  evm = await startEvm({ chainId: evmChains.sepolia.chainId })
  solana = await startSolana()
  provider = new JsonRpcProvider(evm.url, undefined, { cacheTimeout: -1 })
  proxies = await Promise.all([evm, solana].map(({ url }) => startFaultProxy(url, (method) => onCall(method))))
  folder = await mkdtemp(join(tmpdir(), 'openauth-crash-'))
  database = inject('store').redisUrl ? await testDatabase() : undefined
  environment = {
    OPENAUTH_DATA_DIR: join(folder, 'data'),
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: proxies[0]!.url,
    OPENAUTH_SOLANA_RPC_URLS: proxies[1]!.url,
    ...(database ? { DATABASE_URL: database.url } : {}),
  }
})
afterAll(async () => {
  provider.destroy()
  proxies.forEach((proxy) => proxy.close())
  await Promise.all([evm.stop(), solana.stop()])
  await rm(folder, { recursive: true, force: true })
})

const clientOf = ({ url }: ServerProcess, token?: string): Client =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))

/** An app and a user of it with balances on both chains; returns the user's token. */
const openAccount = async (server: ServerProcess): Promise<string> => {
  await clientOf(server).setup.create(adminCredentials)
  const { token } = await clientOf(server).setup.login(adminCredentials)
  const { id: appId } = await clientOf(server, token).apps.create({ name: 'Crash' })
  const login = { appId, username: 'ada', password: 'password', type: 'register' } as const
  const user = await clientOf(server).login.username(login)
  const { ethWallet, solWallet } = await clientOf(server, user.token).account.wallets()
  await evm.fund(ethWallet, parseEther('10'))
  await solana.fund(solWallet, 10_000_000_000n)
  return user.token
}

interface Payment {
  to: string
  key: string
  send: (client: Client) => Promise<{ signature: string }>
  received: () => Promise<bigint>
}
const AMOUNT = 3_000_000n

const evmPayment = (key: string): Payment => {
  const to = newEthereumAddress()
  const input = { chainName: 'sepolia' as const, toAddress: to, amount: String(AMOUNT), idempotencyKey: key }
  return { to, key, send: (client) => client.ethereum.sendToken(input), received: () => provider.getBalance(to) }
}
const solanaPayment = (key: string): Payment => {
  const to = Keypair.generate().publicKey.toBase58()
  const input = { address: to, token: 'SOL', amount: String(AMOUNT), idempotencyKey: key }
  const received = async () => BigInt(await new Connection(solana.url, 'confirmed').getBalance(new PublicKey(to)))
  return { to, key, send: (client) => client.solana.sendToken(input), received }
}

test('repeated kill -9 at the broadcast: a signed transaction is included once or expires, and every acknowledged one is included', async () => {
  let server = await startProcess(environment)
  const token = await openAccount(server)
  const payments: Payment[] = []
  const acknowledged: Payment[] = []
  for (let round = 0; round < 4; round += 1) {
    const die = server
    let dead: () => void = () => {}
    const killed = new Promise<void>((resolve) => (dead = resolve))
    let broadcasts = 0
    onCall = (method) => {
      if (method !== 'eth_sendRawTransaction' && method !== 'sendTransaction') return
      broadcasts += 1
      if (broadcasts < 3 + round) return
      // Some transactions are signed; the one of this call has not reached the node.
      return endProcess(die, 'SIGKILL').then(dead)
    }
    const mine = Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? evmPayment : solanaPayment)(`round ${round} payment ${index}`),
    )
    payments.push(...mine)
    const client = clientOf(server, token)
    await Promise.all(
      mine.map((payment) =>
        payment.send(client).then(
          () => acknowledged.push(payment),
          () => undefined,
        ),
      ),
    )
    await killed
    onCall = () => {}
    server = await startProcess(environment)
  }
  const client = clientOf(server, token)
  // Every call is repeated with its idempotency key, as clients do without an answer. A call that was killed before it
  // signed blocks its key for two minutes; it sent nothing.
  const unsigned: Payment[] = []
  for (const payment of payments)
    await payment.send(client).catch((error: { code?: string }) => {
      expect(error.code).toBe('send_in_progress')
      unsigned.push(payment)
    })
  const signed = payments.filter((payment) => !unsigned.includes(payment))
  // What was signed but not broadcast may expire where the new server needs long to start; it is never included then.
  const expired: Payment[] = []
  await vi.waitFor(
    async () => {
      expired.length = 0
      for (const payment of signed) {
        const amount = await payment.received()
        if (amount === AMOUNT) continue
        const { data } = await client.transactions.list({ idempotencyKey: payment.key })
        const slot = await new Connection(solana.url).getSlot()
        expect([payment.key, amount, data[0]?.status], `Solana's slot ${slot}`).toEqual([payment.key, 0n, 'expired'])
        expired.push(payment)
      }
    },
    { timeout: 120_000, interval: 500 },
  )
  expect(expired.filter((payment) => acknowledged.includes(payment))).toEqual([])
  for (const { received } of [...unsigned, ...expired]) expect(await received()).toBe(0n)
  expect(unsigned.filter((payment) => acknowledged.includes(payment))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(0)
  const { ethWallet } = await client.account.wallets()
  const onEvm = signed.filter(({ to }) => to.startsWith('0x'))
  expect(await provider.getTransactionCount(ethWallet)).toBe(onEvm.length)
  await endProcess(server)
})
