import { Transaction } from 'ethers/transaction'
import type { UnsignedTransaction } from './transaction.ts'

/**
 * Parses a signed transaction: type 2 of EIP-2718, or the legacy form. Throws TypeError for forms that this server
 * never signs.
 */
export const readSigned = (signed: Uint8Array): UnsignedTransaction => {
  const { chainId, nonce, to, value, data, gasLimit, type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } =
    Transaction.from(`0x${Buffer.from(signed).toString('hex')}`)
  if (to === null) throw new TypeError('This server does not sign transactions that create a contract')
  const call = { chainId: Number(chainId), nonce, to, value, data, gasLimit }
  if (type === 0 && gasPrice !== null) return { ...call, fees: { gasPrice } }
  if (type === 2 && maxFeePerGas !== null && maxPriorityFeePerGas !== null)
    return { ...call, fees: { maxFeePerGas, maxPriorityFeePerGas } }
  throw new TypeError(`This server does not sign transactions of type ${type}`)
}
