import { Connection, Keypair, LAMPORTS_PER_SOL, type PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { getBytes, HDNodeWallet, JsonRpcProvider, Mnemonic, Wallet } from 'ethers'
import { HDKey } from 'micro-key-producer/slip10.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { devAccounts, devPhrase } from '../src/dev-accounts.ts'
import { startEvm, type EvmNode } from '../src/evm.ts'
import { startSolana, type SolanaNode } from '../src/solana.ts'
import { packageFor } from '../src/packages.ts'
import { solanaEngines } from './engines.ts'
import { close, freePort, listenOn, portOf } from './free-port.ts'

const refusal = async (url: string): Promise<string> =>
  fetch(url).then(
    () => 'answered',
    () => 'refused',
  )

/**
 * Sends lamports and asks until they arrived. A subscription would not do: surfpool tells of a signature only to those who
 * subscribed before it was processed. Nor the library's own `sendAndConfirmTransaction`, which leaves a request behind
 * that fails when the node is stopped under it.
 */
const transfer = async (connection: Connection, from: Keypair, to: PublicKey, lamports: number): Promise<string> => {
  const instruction = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports })
  const signature = await connection.sendTransaction(new Transaction().add(instruction), [from])
  const status = async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus
  await vi.waitUntil(async () => ['confirmed', 'finalized'].includes((await status()) ?? ''), { timeout: 120_000 })
  return signature
}

/** `Connection` has no public end: once its node is gone, its socket dials it for ever. */
const dialNoMore = (connection: Connection): void => {
  const { _rpcWebSocket: socket } = connection as unknown as { _rpcWebSocket: { setAutoReconnect(on: boolean): void } }
  socket.setAutoReconnect(false)
}

describe('EVM', () => {
  const derived = HDNodeWallet.fromPhrase(devPhrase, undefined, devAccounts.evm.path)
  let node: EvmNode
  let provider: JsonRpcProvider
  beforeAll(async () => {
    node = await startEvm({ chainId: 1_337 })
    provider = new JsonRpcProvider(node.url, undefined, { cacheTimeout: -1 })
  })
  afterAll(async () => {
    provider.destroy()
    await node.stop()
  })

  test('has the chain id asked for', async () => {
    expect((await provider.getNetwork()).chainId).toBe(1_337n)
  })

  test('a key derived from the phrase moves wei', async () => {
    expect(derived.address).toBe(devAccounts.evm.address)
    const to = Wallet.createRandom().address
    const before = await provider.getBalance(derived.address)
    const sent = await derived.connect(provider).sendTransaction({ to, value: 12_345n })
    const receipt = (await sent.wait())!
    expect(receipt.status).toBe(1)
    expect(await provider.getBalance(to)).toBe(12_345n)
    expect(await provider.getBalance(derived.address)).toBe(before - 12_345n - receipt.fee)
  })

  test('funding adds to a balance, and the account can spend it', async () => {
    const stranger = Wallet.createRandom().connect(provider)
    await node.fund(stranger.address, 10n ** 18n)
    await node.fund(stranger.address, 1n)
    expect(await provider.getBalance(stranger.address)).toBe(10n ** 18n + 1n)
    const receipt = await (await stranger.sendTransaction({ to: derived.address, value: 10n ** 17n })).wait()
    expect(receipt?.status).toBe(1)
  })

  test('a taken port is told of', async () => {
    const port = Number(new URL(node.url).port)
    await expect(startEvm({ port })).rejects.toThrow(/anvil did not start on port \d+: .*in use/)
  })
})

describe.each(solanaEngines)('Solana on %s', (engine) => {
  const seed = HDKey.fromMasterSeed(getBytes(Mnemonic.fromPhrase(devPhrase).computeSeed()))
  const derived = Keypair.fromSeed(seed.derive(devAccounts.solana.path).privateKey)
  let node: SolanaNode
  let connection: Connection
  beforeAll(async () => {
    node = await startSolana({ engine })
    connection = new Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl })
  })
  afterAll(() => node.stop())

  test('a key derived from the phrase moves lamports', async () => {
    expect(derived.publicKey.toBase58()).toBe(devAccounts.solana.address)
    await node.fund(devAccounts.solana.address, BigInt(2 * LAMPORTS_PER_SOL))
    await node.fund(devAccounts.solana.address, BigInt(LAMPORTS_PER_SOL))
    expect(await connection.getBalance(derived.publicKey)).toBe(3 * LAMPORTS_PER_SOL)
    const to = Keypair.generate().publicKey
    const signature = await transfer(connection, derived, to, 1_234_567)
    const onChain = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(onChain?.meta?.err).toBeNull()
    expect(await connection.getBalance(to)).toBe(1_234_567)
    expect(await connection.getBalance(derived.publicKey)).toBe(3 * LAMPORTS_PER_SOL - 1_234_567 - onChain!.meta!.fee)
  })

  test('answers on fixed ports, subscriptions on the next one, and frees them', async () => {
    const port = await freePort()
    const fixed = await startSolana({ port, engine })
    // No wsEndpoint: the client takes the next port by itself.
    const client = new Connection(fixed.url, 'confirmed')
    await fixed.fund(devAccounts.solana.address, BigInt(LAMPORTS_PER_SOL))
    const to = Keypair.generate().publicKey
    await transfer(client, derived, to, 1_000_000)
    expect(await client.getBalance(to)).toBe(1_000_000)
    await new Promise<void>((resolve) => {
      const id = client.onSlotChange(() => resolve(client.removeSlotChangeListener(id)))
    })
    dialNoMore(client)
    await fixed.stop()
    expect(await refusal(`http://127.0.0.1:${port}`)).toBe('refused')
    expect(await refusal(`http://127.0.0.1:${port + 1}`)).toBe('refused')
    expect(await connection.getSlot()).toBeGreaterThan(0)
  })

  test('a taken port is told of', async () => {
    const taken = await listenOn(0)
    await expect(startSolana({ port: portOf(taken), engine })).rejects.toThrow('EADDRINUSE')
    await close(taken)
  })
})

test('a platform without a node is named with those that have one', () => {
  expect(() => packageFor('anvil', { 'linux-x64': 'a', 'darwin-x64': 'b' }, 'sunos-x64')).toThrow(
    'There is no anvil for sunos-x64; it exists for linux-x64, darwin-x64',
  )
})
