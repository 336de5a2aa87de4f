import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { expect, vi } from 'vitest'
import { type FaultProxy, startFaultProxy, type SendHarness, startSendHarness } from '../../../wallets/testing.ts'

export const SOL = 1_000_000_000n

export type Person = Awaited<ReturnType<SendHarness['user']>> & { key: PublicKey }

/** A server with two apps, a Solana node, and helpers for transactions of web3.js. */
export interface SolanaHarness extends Omit<SendHarness, 'user'> {
  node: SolanaNode
  /** The same node, behind a fault proxy. */
  proxy: FaultProxy
  connection: Connection
  fundedUser: (lamports?: bigint) => Promise<Person>
  /** A funded key outside this server. */
  stranger: (lamports?: bigint) => Promise<Keypair>
  /** Changes the wallet policy of the user. */
  rule: (user: Person, rules: object) => Promise<unknown>
  /** An unsigned transaction with a recent blockhash. */
  build: (payer: PublicKey, ...instructions: TransactionInstruction[]) => Promise<Transaction>
  /** Calls `sign-transaction` as the user. */
  sign: (user: Person, transaction: Transaction | string, more?: object) => ReturnType<SendHarness['server']['send']>
  /** Adds signatures to a transaction that this server signed, sends it, waits for its confirmation and returns its id. */
  land: (transaction: string, ...signers: Keypair[]) => Promise<string>
  /** Makes the user's unsettled transactions expired. */
  expireAll: (user: Person) => Promise<unknown>
}

export const pay = (from: PublicKey, to: PublicKey, lamports: bigint): TransactionInstruction =>
  SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports })

export const base64 = (tx: Transaction): string =>
  tx.serialize({ requireAllSignatures: false, verifySignatures: false }).toString('base64')

/** `environment`: further settings of the server. */
export const startSolanaHarness = async (environment: Record<string, string> = {}): Promise<SolanaHarness> => {
  const node = await startSolana()
  const proxy = await startFaultProxy(node.url)
  const connection = new Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl })
  const sends = await startSendHarness({ ...environment, OPENAUTH_SOLANA_RPC_URLS: `${node.url},${proxy.url}` })
  const waitForConfirmation = (id: string) =>
    vi.waitFor(
      async () => {
        const { value } = await connection.getSignatureStatus(id)
        expect(value).toMatchObject({ err: null, confirmationStatus: expect.stringMatching(/^(confirmed|finalized)$/) })
      },
      { timeout: 120_000, interval: 200 },
    )
  return {
    ...sends,
    node,
    proxy,
    connection,
    fundedUser: async (lamports = 10n * SOL) => {
      const user = await sends.user()
      await node.fund(user.solana, lamports)
      return { ...user, key: new PublicKey(user.solana) }
    },
    stranger: async (lamports = 5n * SOL) => {
      const pair = Keypair.generate()
      await node.fund(pair.publicKey.toBase58(), lamports)
      return pair
    },
    /** Changes the wallet policy of the user. */
    rule: (user, rules) =>
      sends.server.as(sends.adminToken).walletPolicies.updateOfUser({ appId: sends.app.id, id: user.id, ...rules }),
    build: async (payer, ...instructions) =>
      new Transaction({ feePayer: payer, ...(await connection.getLatestBlockhash('confirmed')) }).add(...instructions),
    sign: (user, transaction, more = {}) => {
      const text = typeof transaction === 'string' ? transaction : base64(transaction)
      const body = { rpcUrl: node.url, isSend: false, transaction: text, ...more }
      return sends.server.send('POST', '/user/solana/sign-transaction', { token: user.token, body })
    },
    land: async (transaction, ...signers) => {
      const tx = Transaction.from(Buffer.from(transaction, 'base64'))
      if (signers.length > 0) tx.partialSign(...signers)
      const id = await connection.sendRawTransaction(tx.serialize())
      await waitForConfirmation(id)
      return id
    },
    expireAll: (user) =>
      sends.server.resources.db.prisma.transaction.updateMany({
        where: { userId: user.id, settledAt: null },
        data: { validUntil: 0n, checkAt: new Date(0) },
      }),
    stop: async () => {
      await sends.stop()
      proxy.close()
      await node.stop()
    },
  }
}
