import type { Tx } from '../../db.ts'
import type { StoredWallet } from '../../lib/custody/wallet-signer.ts'
import { highestPrice } from '../../lib/ethereum/fees.ts'
import { transactionHash } from '../../lib/ethereum/sign.ts'
import type { UnsignedTransaction } from '../../lib/ethereum/transaction.ts'
import type { MonitorDeps } from '../ledger/monitor.ts'
import { recordFee } from '../policies/reserve-spend.ts'

/** A payment's gas, where nothing runs at the recipient. */
const PLAIN_GAS = 21_000n

/** Uses a nonce up: a payment of nothing to oneself. */
export const selfPayment = (
  from: string,
  { chainId, nonce, fees }: Pick<UnsignedTransaction, 'chainId' | 'nonce' | 'fees'>,
): UnsignedTransaction => ({ chainId, nonce, fees, to: from, value: 0n, data: '0x', gasLimit: PLAIN_GAS })

/** Wei that its fee cannot exceed, a rollup's fee for data aside. */
export const maxFeeOf = ({ gasLimit, fees }: UnsignedTransaction): bigint => gasLimit * highestPrice(fees)

/**
 * Signs another version of a row's transaction, with the same nonce, and stores it beside all former ones: any of them may
 * land. Undefined where the row has another version by now, or is settled.
 */
export const signVersion = async (
  { signer }: MonitorDeps,
  tx: Tx,
  {
    wallet,
    row,
    transaction,
    cancelled,
  }: {
    wallet: StoredWallet
    row: { id: string; signature: string; network: string }
    transaction: UnsignedTransaction
    /** Why, where it is a payment of nothing in the place of what was asked for. */
    cancelled?: string
  },
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const signed = new Uint8Array(await signer.evmTransaction(wallet, transaction))
  const maxFee = maxFeeOf(transaction)
  const { count } = await tx.transaction.updateMany({
    where: { id: row.id, settledAt: null, signature: row.signature },
    data: {
      ...{ signature: transactionHash(signed), formerSignatures: { push: row.signature }, signed },
      ...{ maxFee: maxFee.toString(), submittedAt: new Date() },
      ...(cancelled === undefined ? {} : { cancelled: true, error: cancelled }),
    },
  })
  if (count === 0) return undefined
  await recordFee(tx, { transactionId: row.id, userId: wallet.owner.userId }, row.network, maxFee)
  return signed
}
