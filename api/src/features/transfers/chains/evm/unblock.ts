import type { EvmNetwork } from '@openauth/client'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import type { MonitorNeeds, SignedRow } from '../../adapter.ts'
import { markSubmitted } from '../../intent.ts'
import { isLiveOwner } from '../../require-live.ts'
import { withWalletLock } from '../../sign.ts'
import { recordFee } from '../../../policy-engine/reserve-spend.ts'
import { storedWallet } from '../../stored-wallet.ts'
import { loadLibrary } from './load-library.ts'

/** How long a transaction may be pending before it is unblocked. Milliseconds. */
const UNBLOCK_AFTER = 60_000
/** The maximum number of missing nonces to fill; this server does not cause larger gaps. */
const MAX_GAP = 16n

const ownerOf = ({ appId, userId }: SignedRow) => ({ appId, userId: userId! })

/** Unblocks a pending transaction: fills a nonce gap before it, or raises the fee of the first transaction. */
export const unblockTransaction = async (deps: MonitorNeeds, rpc: EvmRpc, row: SignedRow): Promise<void> => {
  const waited = Date.now() - (row.submittedAt ?? row.createdAt).getTime()
  if (row.nonce === null || waited < UNBLOCK_AFTER) return
  const { readAccount } = await loadLibrary()
  const { used, balance } = await readAccount(rpc, row.fromAddress)
  const ahead = row.nonce - BigInt(used)
  if (ahead === 0n) return raiseFee(deps, rpc, row, balance)
  if (ahead > 0n && ahead <= MAX_GAP) return fillGap(deps, rpc, row, used)
}

/**
 * Replaces a transaction by one with a higher fee if the network's price exceeds its own and the balance covers it. Signs
 * nothing for a user who was disabled meanwhile.
 */
const raiseFee = async (deps: MonitorNeeds, rpc: EvmRpc, row: SignedRow, balance: bigint): Promise<void> => {
  const { readSigned, suggestFees, highestPrice, replacementFees, broadcast, signVersion, maxFeeOf } =
    await loadLibrary()
  const former = readSigned(row.signed)
  const current = await suggestFees(rpc)
  if (highestPrice(current) <= highestPrice(former.fees)) return
  const transaction = { ...former, fees: replacementFees(rpc, former.fees, current) }
  if (balance < transaction.value + maxFeeOf(transaction)) return
  const wallet = await storedWallet(deps, ownerOf(row), 'ethereum')
  const signed = await withWalletLock(deps, wallet, async (tx) =>
    (await isLiveOwner(tx, wallet.owner)) ? signVersion(deps, tx, { wallet, row, transaction }) : undefined,
  )
  if (signed) await broadcast(rpc, signed)
}

/** Fills the lowest missing nonce by a payment of 0 to the wallet itself, which gets a row in the ledger. */
const fillGap = async (deps: MonitorNeeds, rpc: EvmRpc, row: SignedRow, nonce: number): Promise<void> => {
  const { suggestFees, transactionHash, broadcast, selfPayment, maxFeeOf } = await loadLibrary()
  const network = row.network as EvmNetwork
  const wallet = await storedWallet(deps, ownerOf(row), 'ethereum')
  const fees = await suggestFees(rpc)
  const transaction = selfPayment(wallet.address, { chainId: rpc.chain.chainId, nonce, fees })
  const filled = await withWalletLock(deps, wallet, async (tx) => {
    const taken = await tx.transaction.count({ where: { network, fromAddress: wallet.address, nonce } })
    if (taken > 0) return undefined
    const signed = new Uint8Array(await deps.signer.evmTransaction(wallet, transaction))
    const maxFee = maxFeeOf(transaction)
    const { id } = await tx.transaction.create({
      data: {
        ...wallet.owner,
        initiator: 'server',
        chain: 'ethereum',
        network,
        kind: 'transaction',
        rpcUrl: row.rpcUrl,
        fromAddress: wallet.address,
        toAddress: wallet.address,
        amount: '0',
        nonce: BigInt(nonce),
        signature: transactionHash(signed),
        signed,
        maxFee: maxFee.toString(),
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
