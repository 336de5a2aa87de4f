import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startSolana } from '@openauth/localnet/solana'
import { createMint } from '@openauth/localnet/solana-tokens'
import {
  Keypair,
  PublicKey,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import * as z from 'zod'
import { broadcast } from './broadcast.ts'
import { readBlockhash } from './blockhash.ts'
import { createSolanaRpc, type SolanaRpc, type SolanaRpcOptions } from './rpc.ts'
import { signTransaction } from './sign.ts'
import { type Status, statusOf } from './status.ts'

export interface TestWallet {
  address: string
  secret: Buffer
  keypair: Keypair
}

/** A blockhash of no chain, for transactions that are not sent. */
export const SOME_BLOCKHASH = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn'

export const newWallet = (): TestWallet => {
  const keypair = Keypair.generate()
  return { address: keypair.publicKey.toBase58(), secret: Buffer.from(keypair.secretKey.subarray(0, 32)), keypair }
}

/** A chain with a funded wallet for one test file. */
export const startChain = async () => {
  const node = await startSolana()
  const rpc = createSolanaRpc({ url: node.url })
  const fundedWallet = async (lamports = 1_000_000_000n): Promise<TestWallet> => {
    const wallet = newWallet()
    await node.fund(wallet.address, lamports)
    return wallet
  }
  return { node, rpc, fundedWallet }
}

/** A chain, and a wallet that holds 1000 units of a token beside its SOL. */
export const startHolding = async () => {
  const chain = await startChain()
  const wallet = await chain.fundedWallet()
  return { chain, wallet, mint: await createMint(chain.node, { holders: { [wallet.address]: 1000n } }) }
}
export type Holding = Awaited<ReturnType<typeof startHolding>>

/** Waits until the transaction is settled. */
export const waitUntilSettled = async (rpc: SolanaRpc, id: string, lastValidBlockHeight: number): Promise<Status> => {
  for (let round = 0; round < 200; round++) {
    const status = await statusOf(rpc, id, lastValidBlockHeight)
    if (status.state !== 'submitted') return status
    await pause(20)
  }
  return { state: 'submitted' }
}

/** Signs, sends and waits until settled. */
export const send = async (
  rpc: SolanaRpc,
  { transaction, lastValidBlockHeight }: { transaction: Uint8Array; lastValidBlockHeight: number },
  wallet: TestWallet,
): Promise<Status & { id: string }> => {
  const id = await broadcast(rpc, signTransaction(transaction, wallet.secret).transaction)
  return { ...(await waitUntilSettled(rpc, id, lastValidBlockHeight)), id }
}

/** Legacy, without signatures. */
export const legacyOf = (payer: string, blockhash: string, ...instructions: TransactionInstruction[]): Buffer =>
  new Transaction({ feePayer: new PublicKey(payer), blockhash, lastValidBlockHeight: 0 })
    .add(...instructions)
    .serialize({ requireAllSignatures: false })

/** Version 0, without signatures. */
export const v0Of = (payer: string, recentBlockhash: string, ...instructions: TransactionInstruction[]): Buffer => {
  const message = new TransactionMessage({ payerKey: new PublicKey(payer), recentBlockhash, instructions })
  return Buffer.from(new VersionedTransaction(message.compileToV0Message()).serialize())
}

export const legacyTransaction = async (rpc: SolanaRpc, payer: string, ...instructions: TransactionInstruction[]) => {
  const { blockhash, lastValidBlockHeight } = await readBlockhash(rpc)
  return { transaction: legacyOf(payer, blockhash, ...instructions), lastValidBlockHeight }
}

export interface Call {
  id: number
  method: string
  params: unknown[]
}
export type Answer = (call: Call, response: ServerResponse) => unknown

const bodyOf = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call
}

/**
 * A node on loopback that returns the result of `answer`; undefined means that `answer` has written the response
 * itself. `calls` records the requests.
 */
export const startNode = async (answer: Answer) => {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const call = await bodyOf(request)
      calls.push(call)
      const result = await answer(call, response)
      if (result !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const rpc = (options: Partial<SolanaRpcOptions> = {}) => createSolanaRpc({ url, ...options })
  return { url, calls, stop, rpc }
}

/** A proxy that forwards to another node, except for methods with a result in `answers`. */
export const startProxy = (url: string, answers: Record<string, (call: Call) => unknown>) =>
  startNode(async (call, response) => {
    if (answers[call.method]) return answers[call.method]!(call)
    const body = JSON.stringify({ jsonrpc: '2.0', ...call })
    const real = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.end(await real.text())
    return undefined
  })

/** Calls any method, including surfpool's own. */
export const ask = (rpc: SolanaRpc, method: string, params: unknown[]): Promise<unknown> =>
  rpc.call(method, params, z.unknown())
