import { randomBytes } from 'node:crypto'
import { type EvmOptions, startEvm } from '@openauth/localnet/evm'
import { vi } from 'vitest'
import { addressOf } from '../../custody/testing.ts'
import { broadcast, nextNonce } from './broadcast.ts'
import { buildTransfer, type TransferRequest } from './build.ts'
import { evmChains, type EvmChainName } from './chains.ts'
import { createEvmRpc, type EvmRpc } from './rpc.ts'
import { signTransaction } from './sign.ts'
import { statusOf } from './status.ts'

export const ETHER = 10n ** 18n

export type TestWallet = { address: string; secret: Buffer }

export const newWallet = (): TestWallet => {
  const secret = randomBytes(32)
  return { address: addressOf('ethereum', secret), secret }
}

/** A local chain in place of a named one. */
export const startChain = async (name: EvmChainName, options: Omit<EvmOptions, 'chainId'> = {}) => {
  const chain = evmChains[name]
  const node = await startEvm({ ...options, chainId: chain.chainId })
  const rpc = createEvmRpc({ url: node.url, chain })
  return {
    ...node,
    chain,
    rpc,
    wallet: async (wei = ETHER): Promise<TestWallet> => {
      const wallet = newWallet()
      if (wei > 0n) await node.fund(wallet.address, wei)
      return wallet
    },
    balance: async (address: string) => BigInt((await rpc.call('eth_getBalance', [address, 'latest'])) as string),
    /** Mines only on `mine` from now on, or one block per transaction again. */
    automine: (on: boolean) => rpc.call('evm_setAutomine', [on]),
    mine: (blocks = 1) => rpc.call('anvil_mine', [`0x${blocks.toString(16)}`]),
    mined: (hash: string) => waitUntilMined(rpc, hash),
  }
}

export type TestChain = Awaited<ReturnType<typeof startChain>>

/** anvil responds to a send before the block exists. */
const waitUntilMined = (rpc: EvmRpc, hash: string) =>
  vi.waitUntil(async () => (await rpc.call('eth_getTransactionReceipt', [hash])) !== null, {
    timeout: 120_000,
    interval: 5,
  })

/** Builds and signs a transfer, with the node's next nonce unless one is given. */
export const signTransfer = async (
  rpc: EvmRpc,
  wallet: TestWallet,
  request: Omit<TransferRequest, 'from' | 'nonce'> & { nonce?: number },
) => {
  const nonce = request.nonce ?? (await nextNonce(rpc, wallet.address))
  const built = await buildTransfer(rpc, { ...request, from: wallet.address, nonce })
  return { ...built, signed: signTransaction(built.transaction, wallet.secret) }
}

/** The same, sent, mined and with its status. */
export const sendTransfer = async (
  rpc: EvmRpc,
  wallet: TestWallet,
  request: Omit<TransferRequest, 'from' | 'nonce'> & { nonce?: number },
) => {
  const { signed, ...built } = await signTransfer(rpc, wallet, request)
  const sent = await broadcast(rpc, signed)
  await waitUntilMined(rpc, sent.hash)
  const transfer = request.token === undefined ? undefined : { token: request.token, to: request.to }
  const { nonce } = built.transaction
  const ask = () => statusOf(rpc, { hash: sent.hash, nonce, from: wallet.address, transfer })
  return { ...built, signed, sent, ask, status: await ask() }
}

/** The code, or the kind, of the error. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: { code?: string; kind?: string; message: string }) => error.code ?? error.kind ?? error.message,
  )
