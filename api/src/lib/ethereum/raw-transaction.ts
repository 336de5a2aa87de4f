import { Transaction } from 'ethers/transaction'
import type { UnsignedTransaction } from './transaction.ts'

/** Reads back what was signed: type 2 of EIP-2718, or the legacy form. Throws TypeError for what this server never signs. */
export const readSigned = (signed: Uint8Array): UnsignedTransaction => {
  const { chainId, nonce, to, value, data, gasLimit, type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } =
    Transaction.from(`0x${Buffer.from(signed).toString('hex')}`)
  if (to === null) throw new TypeError('A transaction that makes a contract is none of this server')
  const call = { chainId: Number(chainId), nonce, to, value, data, gasLimit }
  if (type === 0 && gasPrice !== null) return { ...call, fees: { gasPrice } }
  if (type === 2 && maxFeePerGas !== null && maxPriorityFeePerGas !== null)
    return { ...call, fees: { maxFeePerGas, maxPriorityFeePerGas } }
  throw new TypeError(`A transaction of type ${type} is none of this server`)
}
