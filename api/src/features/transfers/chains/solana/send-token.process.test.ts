import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSolanaSignature } from '../../../../lib/wallet-login/solana.ts'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../../../testing.ts'

let node: SolanaNode
let server: TestServer
let app: TestApp
let other: TestApp
let proxy: Server
let proxyUrl: string
/** The methods whose calls are dropped. */
const drop = new Set<string>()
let serial = 0

/** A proxy before the node that drops calls, to simulate network failures. */
const startProxy = async () => {
  proxy = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { method } = JSON.parse(body) as { method: string }
      if (drop.has(method)) return request.socket.destroy()
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(node.url, { method: 'POST', headers, body })
      response.writeHead(answer.status, headers).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`
}

beforeAll(async () => {
  node = await startSolana()
  await startProxy()
  server = await testServer({ OPENAUTH_SOLANA_RPC_URLS: `${node.url},${proxyUrl}` })
  const token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Sends')
  other = await createTestApp(server, token, 'Other')
})
afterAll(async () => {
  await server.stop()
  proxy.close()
  await node.stop()
})

const SOL = 1_000_000_000n
const balanceOf = (address: string) => new Connection(node.url).getBalance(new PublicKey(address)).then(BigInt)

const fundedUser = async (lamports = SOL): Promise<TestUser & { address: string }> => {
  const user = await signInAs(server, app.id, `sender ${(serial += 1)}`)
  const { solWallet: address } = await user.client.account.wallets()
  if (lamports > 0n) await node.fund(address, lamports)
  return { ...user, address }
}
const newAddress = () => Keypair.generate().publicKey.toBase58()

const settled = async ({ client }: TestUser) => {
  await vi.waitFor(
    async () => {
      const { data } = await client.transactions.list()
      expect(data.length > 0 && data.every(({ settledAt }) => settledAt !== null)).toBe(true)
    },
    { timeout: 120_000, interval: 200 },
  )
  return (await client.transactions.list()).data
}

test('a send of SOL reaches the chain, and the ledger settles it', async () => {
  const user = await fundedUser()
  const address = newAddress()
  const { signature } = await user.client.solana.sendToken({ address, token: 'SOL', amount: '5000000' })
  await vi.waitFor(async () => expect(await balanceOf(address)).toBe(5_000_000n), { timeout: 120_000 })
  const [row] = await settled(user)
  expect(row).toMatchObject({
    status: 'confirmed',
    signature,
    amount: '5000000',
    token: null,
    kind: 'transfer',
    fromAddress: user.address,
    toAddress: address,
    error: null,
  })
})

test('a partner can send for users of its own app only', async () => {
  const user = await fundedUser()
  const address = newAddress()
  const send = (token: string) =>
    server.send('POST', `/app/users/${user.id}/solana/send-token`, {
      token,
      body: { rpcUrl: node.url, address, token: 'SOL', amount: 3_000_000 },
    })
  expect((await send(other.secret)).status).toBe(404)
  expect((await send(app.secret)).body.data.signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
  await vi.waitFor(async () => expect(await balanceOf(address)).toBe(3_000_000n), { timeout: 120_000 })
})

test('an unresponsive node and transactions of a removed endpoint do not delay other sends', async () => {
  const user = await fundedUser()
  const stuck = {
    appId: app.id,
    userId: user.id,
    fromAddress: user.address,
    network: 'solana',
    ...({ chain: 'solana', kind: 'transfer', status: 'submitted' } as const),
    signed: new Uint8Array(1),
    validUntil: 1n,
  }
  await server.resources.db.prisma.transaction.createMany({
    data: Array.from({ length: 150 }, (_, index) => ({
      ...stuck,
      signature: `x ${index}`,
      rpcUrl: index < 120 ? 'https://gone.example' : proxyUrl,
    })),
  })
  drop.add('getEpochInfo')
  const { signature } = await user.client.solana.sendToken({ address: newAddress(), token: 'SOL', amount: '2000000' })
  await vi.waitFor(
    async () => {
      const { data } = await user.client.transactions.list()
      expect(data.find((row) => row.signature === signature)?.status).toBe('confirmed')
    },
    { timeout: 120_000, interval: 200 },
  )
  drop.clear()
  await server.resources.db.prisma.transaction.deleteMany({
    where: { userId: user.id, signature: { startsWith: 'x ' } },
  })
})

describe('double send', () => {
  test('of 20 concurrent calls with one key one sends; the key conflicts with another call', async () => {
    const user = await fundedUser()
    const address = newAddress()
    const input = { address, token: 'SOL', amount: '2000000', idempotencyKey: 'order 1' }
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => user.client.solana.sendToken(input)))
    const signatures = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.signature] : []))
    expect(new Set(signatures).size).toBe(1)
    expect((await user.client.solana.sendToken(input)).signature).toBe(signatures[0])
    await expect(user.client.solana.sendToken({ ...input, amount: '1' })).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_conflict',
    })
    await settled(user)
    expect(await balanceOf(address)).toBe(2_000_000n)
  })

  test('a signed transaction that could not be sent is sent by the monitor with the same bytes', async () => {
    const user = await fundedUser()
    const address = newAddress()
    const input = { rpcUrl: proxyUrl, address, token: 'SOL', amount: '4000000', idempotencyKey: 'lost' }
    drop.add('sendTransaction')
    await expect(user.client.solana.sendToken(input)).rejects.toMatchObject({ status: 502, code: 'chain_unavailable' })
    drop.clear()
    const [row] = await settled(user)
    expect(row).toMatchObject({ status: 'confirmed' })
    expect((await user.client.solana.sendToken(input)).signature).toBe(row!.signature)
    expect(await balanceOf(address)).toBe(4_000_000n)
  })

  test('a call that fails before signing leaves no row, and its key is free', async () => {
    const user = await fundedUser(0n)
    const input = { address: newAddress(), token: 'SOL', amount: '1000000', idempotencyKey: 'poor' }
    await expect(user.client.solana.sendToken(input)).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect((await user.client.transactions.list()).data).toEqual([])
    await node.fund(user.address, SOL)
    await user.client.solana.sendToken(input)
  })
})

describe('bad input', () => {
  test.each([
    [{ address: 'nonsense' }, 'invalid_address'],
    [{ address: '' }, 'invalid_address'],
    [{ amount: '0' }, 'invalid_amount'],
    [{ amount: '-5' }, 'invalid_amount'],
    [{ amount: '1.5' }, 'invalid_amount'],
    [{ amount: '1e9' }, 'invalid_amount'],
    [{ amount: '9'.repeat(39) }, 'invalid_amount'],
    [{ amount: '900000000000' }, 'insufficient_balance'],
    [{ token: '11111111111111111111111111111111' }, 'token_not_supported'],
    [{ rpcUrl: 'http://169.254.169.254/' }, 'rpc_not_allowed'],
    [{ rpcUrl: 'https://api.mainnet-beta.solana.com.evil.example' }, 'rpc_not_allowed'],
  ])('%j is refused, and nothing changes', async (change, code) => {
    const user = await fundedUser()
    const body = { address: newAddress(), token: 'SOL', amount: '1000000', ...change }
    const answer = await server.send('POST', '/user/solana/send-token', { token: user.token, body })
    expect([answer.status < 500, answer.body.code]).toEqual([true, code])
    expect(await balanceOf(user.address)).toBe(SOL)
    expect((await user.client.transactions.list()).meta.totalItems).toBe(0)
  })
})

test('a message is signed with Ed25519 over its UTF-8 bytes, as by wallets', async () => {
  const user = await fundedUser(0n)
  const { signature } = await user.client.solana.signMessage({ message: 'Hello, 世界' })
  expect(isSolanaSignature(user.address, 'Hello, 世界', signature)).toBe(true)
  expect(isSolanaSignature(user.address, 'Hello', signature)).toBe(false)
})
