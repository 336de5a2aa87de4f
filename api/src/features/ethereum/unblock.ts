import type { EvmNetwork } from '@openauth/client'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import type { MonitorDeps, SignedRow } from '../ledger/monitor.ts'
import { markSubmitted } from '../ledger/intent.ts'
import { withWalletLock } from '../ledger/sign-under-lock.ts'
import { recordFee } from '../policies/reserve-spend.ts'
import { storedWallet } from '../wallets/stored-wallet.ts'
import { loadLibrary } from './load-library.ts'

/** How long a transaction waits before something is done about it. Milliseconds. */
const PATIENCE = 60_000
/** So many missing nonces are filled; more are no gap of this server's making. */
const WIDEST_GAP = 16n

const ownerOf = ({ appId, userId }: SignedRow) => ({ appId, userId })

/** Sees to a transaction that no block takes: fills a gap before it, or raises the fee of the first. */
export const unblockTransaction = async (deps: MonitorDeps, rpc: EvmRpc, row: SignedRow): Promise<void> => {
  const waited = Date.now() - (row.submittedAt ?? row.createdAt).getTime()
  if (row.nonce === null || waited < PATIENCE) return
  const { readAccount } = await loadLibrary()
  const { used, balance } = await readAccount(rpc, row.fromAddress)
  const ahead = row.nonce - BigInt(used)
  if (ahead === 0n) return raiseFee(deps, rpc, row, balance)
  if (ahead > 0n && ahead <= WIDEST_GAP) return fillGap(deps, rpc, row, used)
}

/**
 * The same transaction with more for whoever takes it, where the network asks for more than it offers and the wallet can
 * pay it: what nodes refuse must not stand in the place of what they would take.
 */
const raiseFee = async (deps: MonitorDeps, rpc: EvmRpc, row: SignedRow, balance: bigint): Promise<void> => {
  const { readSigned, suggestFees, highestPrice, replacementFees, broadcast, signVersion, maxFeeOf } =
    await loadLibrary()
  const former = readSigned(row.signed)
  const current = await suggestFees(rpc)
  if (highestPrice(current) <= highestPrice(former.fees)) return
  const transaction = { ...former, fees: replacementFees(rpc, former.fees, current) }
  if (balance < transaction.value + maxFeeOf(transaction)) return
  const wallet = await storedWallet(deps.db, ownerOf(row), 'ethereum')
  const signed = await withWalletLock(deps, wallet, (tx) => signVersion(deps, tx, { wallet, row, transaction }))
  if (signed) await broadcast(rpc, signed)
}

/** Uses up the nonce that all others wait for by a payment of nothing to oneself. It is a row of the ledger as well. */
const fillGap = async (deps: MonitorDeps, rpc: EvmRpc, row: SignedRow, nonce: number): Promise<void> => {
  const { suggestFees, transactionHash, broadcast, selfPayment, maxFeeOf } = await loadLibrary()
  const network = row.network as EvmNetwork
  const wallet = await storedWallet(deps.db, ownerOf(row), 'ethereum')
  const fees = await suggestFees(rpc)
  const transaction = selfPayment(wallet.address, { chainId: rpc.chain.chainId, nonce, fees })
  const filled = await withWalletLock(deps, wallet, async (tx) => {
    const taken = await tx.transaction.count({ where: { network, fromAddress: wallet.address, nonce } })
    if (taken > 0) return undefined
    const signed = new Uint8Array(await deps.signer.evmTransaction(wallet, transaction))
    const maxFee = maxFeeOf(transaction)
    const { id } = await tx.transaction.create({
      data: {
        ...{
          ...wallet.owner,
          initiator: 'server',
          chain: 'ethereum',
          network,
          kind: 'transaction',
          rpcUrl: row.rpcUrl,
        },
        ...{ fromAddress: wallet.address, toAddress: wallet.address, amount: '0', nonce: BigInt(nonce) },
        ...{ signature: transactionHash(signed), signed, maxFee: maxFee.toString() },
      },
      select: { id: true },
    })
    await recordFee(tx, { transactionId: id, userId: wallet.owner.userId }, network, maxFee)
    return { id, signed }
  })
  if (!filled) return
  const sent = await broadcast(rpc, filled.signed)
  if (sent.outcome === 'sent') await markSubmitted(deps.db, filled.id)
}
