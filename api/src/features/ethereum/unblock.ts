import type { EvmNetwork } from '@openauth/client'
import { atChain } from '../wallets/at-chain.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import type { Fees } from '../../lib/ethereum/fees.ts'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import type { UnsignedTransaction } from '../../lib/ethereum/transaction.ts'
import type { FollowDeps, SignedRow } from '../ledger/follow.ts'
import { markSubmitted } from '../ledger/intent.ts'
import { withWalletLock } from '../ledger/sign-under-lock.ts'

const library = () => import('./library.ts')

/** How long a transaction waits before something is done about it. Milliseconds. */
const PATIENCE = 60_000
/** So many missing nonces are filled; more are no gap of this server's making. */
const WIDEST_GAP = 16n
/** A payment of nothing to oneself. */
const PLAIN_GAS = 21_000n

const ownerOf = ({ appId, userId }: SignedRow) => ({ appId, userId })

/** Sees to a transaction that a node has and no block takes: fills a gap before it, or raises the fee of the first. */
export const unblock = async (deps: FollowDeps, rpc: EvmRpc, row: SignedRow): Promise<void> => {
  const waited = Date.now() - (row.submittedAt ?? row.createdAt).getTime()
  if (row.nonce === null || waited < PATIENCE) return
  const { readAccount } = await library()
  const { used } = await readAccount(rpc, row.fromAddress)
  const ahead = row.nonce - BigInt(used)
  if (ahead === 0n) return raiseFee(deps, rpc, row)
  if (ahead > 0n && ahead <= WIDEST_GAP) return fillGap(deps, rpc, row, used)
}

/** The same transaction with more for whoever takes it, where the network asks for more than it offers. */
const raiseFee = async (deps: FollowDeps, rpc: EvmRpc, row: SignedRow): Promise<void> => {
  const { readSigned, suggestFees, highestPrice, replacementFees, transactionHash, broadcast } = await library()
  const former = readSigned(row.signed)
  const current = await suggestFees(rpc)
  if (highestPrice(current) <= highestPrice(former.fees)) return
  const fees: Fees = replacementFees(rpc, former.fees, current)
  const wallet = await storedWallet(deps.db, ownerOf(row), 'ethereum')
  const signed = await withWalletLock(deps, wallet, async (tx) => {
    const raw = new Uint8Array(await deps.signer.evmTransaction(wallet, { ...former, fees }))
    const { count } = await tx.transaction.updateMany({
      where: { id: row.id, settledAt: null, signature: row.signature },
      data: {
        ...{ signature: transactionHash(raw), formerSignatures: { push: row.signature }, signed: raw },
        ...{ maxFee: (former.gasLimit * highestPrice(fees)).toString(), submittedAt: new Date() },
      },
    })
    return count > 0 ? raw : undefined
  })
  if (signed) await broadcast(rpc, signed)
}

/** Uses up the nonce that all others wait for by a payment of nothing to oneself. It is a row of the ledger as well. */
const fillGap = async (deps: FollowDeps, rpc: EvmRpc, row: SignedRow, used: number): Promise<void> => {
  const { suggestFees, highestPrice, transactionHash, broadcast } = await library()
  const network = row.network as EvmNetwork
  const wallet = await storedWallet(deps.db, ownerOf(row), 'ethereum')
  const fees = await atChain(suggestFees(rpc))
  const transaction: UnsignedTransaction = {
    ...{ chainId: rpc.chain.chainId, nonce: used, to: wallet.address, value: 0n, data: '0x' },
    ...{ gasLimit: PLAIN_GAS, fees },
  }
  const filled = await withWalletLock(deps, wallet, async (tx) => {
    const taken = await tx.transaction.count({ where: { network, fromAddress: wallet.address, nonce: used } })
    if (taken > 0) return undefined
    const signed = new Uint8Array(await deps.signer.evmTransaction(wallet, transaction))
    const { id } = await tx.transaction.create({
      data: {
        ...{ ...wallet.owner, chain: 'ethereum', network, kind: 'transaction', rpcUrl: row.rpcUrl },
        ...{ fromAddress: wallet.address, toAddress: wallet.address, amount: '0', nonce: BigInt(used) },
        ...{ signature: transactionHash(signed), signed, maxFee: (PLAIN_GAS * highestPrice(fees)).toString() },
      },
      select: { id: true },
    })
    return { id, signed }
  })
  if (!filled) return
  const sent = await broadcast(rpc, filled.signed)
  if (sent.outcome === 'sent') await markSubmitted(deps.db, filled.id)
}
