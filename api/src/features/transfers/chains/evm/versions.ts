import type { Tx } from '../../../../db.ts'
import type { StoredWallet } from '../../../../custody/index.ts'
import { highestPrice } from '../../../../lib/ethereum/fees.ts'
import { transactionHash } from '../../../../lib/ethereum/sign.ts'
import type { UnsignedTransaction } from '../../../../lib/ethereum/transaction.ts'
import type { MonitorNeeds } from '../../adapter.ts'
import { recordFee } from '../../../policy-engine/reserve-spend.ts'

/** The gas of a payment to an account without code. */
const PLAIN_GAS = 21_000n

/** A payment of 0 to the wallet itself, which uses a nonce. */
export const selfPayment = (
  from: string,
  { chainId, nonce, fees }: Pick<UnsignedTransaction, 'chainId' | 'nonce' | 'fees'>,
): UnsignedTransaction => ({ chainId, nonce, fees, to: from, value: 0n, data: '0x', gasLimit: PLAIN_GAS })

/** The maximum fee in wei, without a rollup's data fee. */
export const maxFeeOf = ({ gasLimit, fees }: UnsignedTransaction): bigint => gasLimit * highestPrice(fees)

/**
 * Signs another version of a row's transaction with the same nonce, and stores it with all former hashes, because any version
 * can be mined. Undefined if the row has another version by now or is settled.
 */
export const signVersion = async (
  { signer }: MonitorNeeds,
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
    /** The reason, if this version cancels the transaction. */
    cancelled?: string
  },
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const signed = new Uint8Array(await signer.evmTransaction(wallet, transaction))
  const maxFee = maxFeeOf(transaction)
  const { count } = await tx.transaction.updateMany({
    where: { id: row.id, settledAt: null, signature: row.signature },
    data: {
      signature: transactionHash(signed),
      formerSignatures: { push: row.signature },
      signed,
      maxFee: maxFee.toString(),
      submittedAt: new Date(),
      ...(cancelled === undefined ? {} : { cancelled: true, error: cancelled }),
    },
  })
  if (count === 0) return undefined
  await recordFee(tx, { transactionId: row.id, userId: wallet.owner.userId }, row.network, maxFee)
  return signed
}
