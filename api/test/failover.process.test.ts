import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError, type Client, createClient, fetchTransport } from '@openauth/client'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { JsonRpcProvider, parseEther } from 'ethers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startReceiver, type Receiver } from '../src/features/webhooks/receiver.testing.ts'
import { newEthereumAddress } from '../src/lib/ethereum/addresses.testing.ts'
import { evmChains } from '../src/lib/ethereum/chains.ts'
import { adminCredentials } from '../src/testing.ts'
import { keepCalling } from './keep-calling.ts'
import { startReplicatedDatabase } from './replicated-database.ts'
import { endProcess, type ServerProcess, startProcess, startRefusedServer } from './server-process.ts'

// Two servers on a primary that is lost under load, and on the standby that takes its place.

let database: Awaited<ReturnType<typeof startReplicatedDatabase>>
let evm: EvmNode
let provider: JsonRpcProvider
let receiver: Receiver
let folder: string
let servers: ServerProcess[] = []
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-failover-'))
  ;[database, evm, receiver] = await Promise.all([
    startReplicatedDatabase(),
    startEvm({ chainId: evmChains.sepolia.chainId }),
    startReceiver(),
  ])
  provider = new JsonRpcProvider(evm.url, undefined, { cacheTimeout: -1 })
  environment = {
    DATABASE_URL: database.url,
    OPENAUTH_DATA_DIR: join(folder, 'data'),
    OPENAUTH_RATE_LIMIT_SCALE: '0',
    OPENAUTH_EVM_SEPOLIA_RPC_URLS: evm.url,
    OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
  }
})
afterAll(async () => {
  await Promise.all(servers.map((server) => endProcess(server)))
  provider.destroy()
  await Promise.all([database.stop(), evm.stop(), receiver.stop()])
  await rm(folder, { recursive: true, force: true })
})

const clientOf = ({ url }: ServerProcess, token?: string): Client =>
  createClient(fetchTransport({ baseUrl: url, token: () => token }))

const until = (condition: () => Promise<void> | void) => vi.waitFor(condition, { timeout: 120_000, interval: 50 })

const AMOUNT = 3_000_000n

test('an address that leads to a replica is refused at the start by the name of its setting', async () => {
  const refused = async (settings: Record<string, string>, message: RegExp) => {
    const { code, output } = await startRefusedServer({ ...environment, ...settings })
    expect(output).toMatch(message)
    expect(code).toBe(1)
  }
  await refused(
    { DATABASE_URL: database.standbyUrl },
    /^DATABASE_URL leads to a replica, which takes no writes\. Set it to/m,
  )
  const direct = { OPENAUTH_DATABASE_DIRECT_URL: database.standbyUrl }
  await refused(direct, /^OPENAUTH_DATABASE_DIRECT_URL leads to a replica/m)
  const migrate = fileURLToPath(new URL('../dist/migrate.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [migrate], {
    env: { ...environment, DATABASE_URL: database.standbyUrl },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL leads to a replica.*\n$/)])
})

test('the primary is lost under load: nothing acknowledged is lost, nothing is paid twice, and the servers go on with the standby', async () => {
  servers = [await startProcess(environment)]
  servers.push(await startProcess(environment))
  const guests = servers.map((server) => clientOf(server))
  await guests[0]!.setup.create(adminCredentials)
  const { token } = await guests[0]!.setup.login(adminCredentials)
  const admin = clientOf(servers[0]!, token)
  const { id: appId } = await admin.apps.create({ name: 'Fail-over' })
  await admin.webhooks.create({ appId, url: receiver.url, events: ['user.created'] })
  const register = (client: Client, username: string) =>
    client.login.username({ appId, username, password: 'password', type: 'register' })
  const payer = await register(guests[0]!, 'payer')
  const payers = servers.map((server) => clientOf(server, payer.token))
  const { ethWallet } = await payers[0]!.account.wallets()
  await evm.fund(ethWallet, parseEther('10'))
  const addresses = new Map<string, string>()
  const pay = (client: Client, name: string) => {
    const toAddress = addresses.get(name) ?? newEthereumAddress()
    addresses.set(name, toAddress)
    return client.ethereum.sendToken({ chainName: 'sepolia', toAddress, amount: String(AMOUNT), idempotencyKey: name })
  }

  const users = keepCalling(guests, 4, (client, name) => register(client, `user ${name}`))
  const payments = keepCalling(payers, 2, pay)
  await until(() => expect(Math.min(users.acknowledged.length, payments.acknowledged.length)).toBeGreaterThan(5))
  await database.lose()
  const failures = () => Math.min(users.failures.length, payments.failures.length)
  await until(() => expect(failures()).toBeGreaterThan(0))
  const unreachable = failures()
  await database.lead()
  await until(() => expect(failures()).toBeGreaterThan(unreachable + 2))
  await database.promote()
  const [known, paid] = [users.acknowledged.length, payments.acknowledged.length]
  await until(() => {
    expect(users.acknowledged.length).toBeGreaterThan(known + 10)
    expect(payments.acknowledged.length).toBeGreaterThan(paid + 2)
  })
  await Promise.all([users.end(), payments.end()])

  // Clients are told to try again, and no server has ended.
  for (const error of [...users.failures, ...payments.failures])
    expect(error instanceof ApiError ? [error.status, error.code] : error).toEqual([503, 'database_unavailable'])
  expect(servers.map(({ child }) => child.exitCode)).toEqual([null, null])

  const stored = await database.ask<{ id: string; username: string }>(
    `SELECT "userId" AS id, display AS username FROM "Identity"`,
  )
  const names = new Set(stored.map(({ username }) => username))
  expect(users.acknowledged.filter((name) => !names.has(`user ${name}`))).toEqual([])
  // What was to be told of them is told, by whichever server.
  await until(() =>
    expect(new Set(receiver.of('user.created').map(({ userId }) => userId))).toEqual(
      new Set(stored.map(({ id }) => id)),
    ),
  )

  // A call without an answer is repeated with its key; one that had not signed blocks it for two minutes, and has sent nothing.
  const blocked: string[] = []
  for (const name of payments.unacknowledged)
    await pay(payers[1]!, name).catch((error: { code?: string }) => {
      expect(error.code).toBe('send_in_progress')
      blocked.push(name)
    })
  const received = async (name: string) => provider.getBalance(addresses.get(name)!)
  const sent = [...addresses.keys()].filter((name) => !blocked.includes(name))
  await until(async () => expect(new Set(await Promise.all(sent.map(received)))).toEqual(new Set([AMOUNT])))
  expect(await Promise.all(blocked.map(received))).toEqual(blocked.map(() => 0n))
  expect(await provider.getTransactionCount(ethWallet)).toBe(sent.length)
  await until(async () => {
    const { data } = await payers[0]!.transactions.list({ limit: 100 })
    expect(data.filter(({ status }) => status === 'confirmed').length).toBe(sent.length)
  })
})
