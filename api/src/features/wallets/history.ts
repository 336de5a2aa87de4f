import { type HistoryEntry, isEvmNetwork, type Network, walletChainOf } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import type { TransactionModel } from '../../db.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { readCount } from '../../lib/ethereum/quantity.ts'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import { readHistory as readSignatures } from '../../lib/solana/history.ts'
import { readMovement } from '../../lib/solana/movement.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { loadLibrary } from '../transfers/chains/evm/load-library.ts'
import { decimalsOf } from '../transfers/present-sends.ts'
import { claimReader } from './claim-reader.ts'
import { describeHistory } from './describe-balances.ts'
import { withChainErrors } from '../transfers/errors.ts'
import { knownTokens } from './known-tokens.ts'
import { nodeAt } from './nodes.ts'
import { addressOfWallet } from './stored-wallet.ts'

export interface HistoryQuery {
  network: Network
  rpcUrl?: string | undefined
  limit: number
  before?: string | undefined
}

interface Wallet {
  owner: WalletOwner
  address: string
}

/** The number of entries whose amounts are read from the chain; each needs a call to a possibly shared node. */
const DETAILED = 20
const CONCURRENCY = 5
/** The number of recent blocks that are searched for incoming tokens. */
const BLOCKS = 1000

/** The ledger's rows of a network, newest first. */
const ledgerRows = ({ db }: Deps, { userId }: WalletOwner, network: Network, take: number) =>
  db.prisma.transaction.findMany({
    where: { userId, network, signature: { not: null }, status: { in: ['submitted', 'confirmed', 'failed'] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })

const negative = (amount: string | null): string | null => (amount === null || amount === '0' ? amount : `-${amount}`)

const shownDecimals = (decimals: number | null | undefined) => (typeof decimals === 'number' ? { decimals } : {})

const entryOf = (row: TransactionModel): HistoryEntry => ({
  signature: row.signature!,
  at: row.submittedAt ?? row.createdAt,
  failed: row.status === 'failed',
  transactionId: row.id,
  token: row.token,
  change: row.status === 'failed' ? '0' : negative(row.amount),
  counterparty: row.toAddress,
  ...shownDecimals(decimalsOf(row)),
})

const inBatches = async <T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (let start = 0; start < items.length; start += CONCURRENCY)
    results.push(...(await Promise.all(items.slice(start, start + CONCURRENCY).map(work))))
  return results
}

const ofSolana = async (
  deps: Deps,
  rpc: SolanaRpc,
  { owner, address }: Wallet,
  { limit, before }: HistoryQuery,
): Promise<HistoryEntry[]> => {
  const page = await readSignatures(rpc, address, { limit, ...(before ? { before } : {}) })
  const rowBySignature = new Map((await ledgerRows(deps, owner, 'solana', 1000)).map((row) => [row.signature, row]))
  const entries = page.map(({ signature, at, failure }, index) => ({ signature, at, failed: Boolean(failure), index }))
  return inBatches(entries, async ({ signature, at, failed, index }) => {
    const row = rowBySignature.get(signature)
    const moved = index < DETAILED ? await readMovement(rpc, signature, address) : undefined
    const payer = moved && moved.payer !== address ? moved.payer : null
    return {
      ...{ signature, failed, at: at === undefined ? null : new Date(at), transactionId: row?.id ?? null },
      ...{
        // A failed send of a token moves only its fee.
        token: moved ? (moved.mint ?? null) : (row?.token ?? null),
        change: moved?.change.toString() ?? negative(row?.amount ?? null),
      },
      counterparty: row?.toAddress ?? payer,
      ...shownDecimals(moved ? moved.decimals : row && decimalsOf(row)),
    }
  })
}

/** 9999-12-31, the maximum of times on the wire. */
const LAST_SECOND = 253_402_300_799

const blockTime = async (rpc: EvmRpc, block: number): Promise<Date | null> => {
  const answer = await rpc.call('eth_getBlockByNumber', [`0x${block.toString(16)}`, false])
  const seconds = Number((answer as { timestamp?: unknown } | null)?.timestamp)
  return Number.isSafeInteger(seconds) && seconds > 0 && seconds < LAST_SECOND ? new Date(seconds * 1000) : null
}

/** Recent incoming transfers of known tokens. */
const incoming = async (deps: Deps, rpc: EvmRpc, { owner, address }: Wallet): Promise<HistoryEntry[]> => {
  const tokens = await knownTokens(deps, owner, rpc.chain.name)
  if (tokens.length === 0) return []
  const { tokenTransfers, tokenDecimals } = await loadLibrary()
  const head = readCount(await rpc.call('eth_blockNumber', []), 'eth_blockNumber')
  const range = { fromBlock: Math.max(0, head - BLOCKS + 1), toBlock: head }
  const known = new Map(tokens.map((token) => [token.toLowerCase(), token]))
  const found = (await tokenTransfers(rpc, { address, ...range }))
    .filter(({ token, to }) => known.has(token) && to === address.toLowerCase())
    .slice(-DETAILED)
  // A token whose decimals cannot be read is listed without them.
  const decimals = await inBatches(
    [...new Set(found.map(({ token }) => token))],
    async (token) => [token, await tokenDecimals(rpc, token).catch(() => undefined)] as const,
  )
  const decimalsByToken = new Map(decimals)
  return inBatches(found, async ({ hash, token, amount, from, block }) => ({
    ...{ signature: hash, at: await blockTime(rpc, block), failed: false, transactionId: null },
    ...{ token: known.get(token)!, change: amount.toString(), counterparty: from },
    ...shownDecimals(decimalsByToken.get(token)),
  }))
}

const newestFirst = (one: HistoryEntry, other: HistoryEntry): number =>
  (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0)

const entriesOf = async (deps: Deps, wallet: Wallet, question: HistoryQuery): Promise<HistoryEntry[]> => {
  const { network, rpcUrl, limit } = question
  if (network === 'solana')
    return withChainErrors(ofSolana(deps, nodeAt(deps.nodes, network, rpcUrl).rpc, wallet, question))
  const sent = (await ledgerRows(deps, wallet.owner, network, limit)).map(entryOf)
  if (!isEvmNetwork(network)) {
    if (rpcUrl !== undefined) nodeAt(deps.nodes, network, rpcUrl)
    return sent
  }
  const received = await withChainErrors(incoming(deps, nodeAt(deps.nodes, network, rpcUrl).rpc, wallet))
  return [...sent, ...received].toSorted(newestFirst).slice(0, limit)
}

/**
 * Reads the recent transfers of a wallet. Solana indexes every address. EVM nodes have logs of token transfers but not of
 * native payments, and Substrate has neither, so their history uses the ledger. Tokens are named whether or not the wallet
 * still holds them.
 */
export const readHistory = async (deps: Deps, owner: WalletOwner, question: HistoryQuery): Promise<HistoryEntry[]> => {
  const address = await addressOfWallet(deps.db, owner, walletChainOf(question.network))
  const entries = await entriesOf(deps, { owner, address }, question)
  const where = { appId: owner.appId, network: question.network }
  return describeHistory(deps, where, entries, claimReader(deps, question))
}
