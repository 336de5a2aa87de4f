import { readAddress, readAmount } from './amounts.ts'
import { erc20 } from './erc20.ts'
import type { UnsignedTransaction } from './transaction.ts'

/** The amount that a transaction moves: smallest units of the token, or wei without one. */
export type Transfer = { to: string; amount: bigint; token: string | undefined }

/**
 * Decodes a transaction, so that policies apply to what is signed and not to what was requested. Undefined for
 * everything except a plain payment or an exact ERC-20 transfer.
 */
export const transferOf = ({ to, value, data }: UnsignedTransaction): Transfer | undefined => {
  if (data === '0x') return { to, amount: value, token: undefined }
  if (value !== 0n || data.length !== 2 + 2 * (4 + 32 + 32)) return undefined
  try {
    const [recipient, amount] = erc20.decodeFunctionData('transfer', data) as unknown as [string, bigint]
    return { to: recipient, amount, token: to }
  } catch {
    return undefined
  }
}

/**
 * A transfer without what only the chain tells: nonce, gas and fees are 0. For rules about its amount and recipient;
 * never signed. Throws EthereumError invalid_address, invalid_amount.
 */
export const unbuiltTransfer = (
  chainId: number,
  request: { to: string; amount: string; token?: string | undefined },
): UnsignedTransaction => {
  const to = readAddress(request.to, "recipient's")
  const amount = readAmount(request.amount)
  const rest = { chainId, nonce: 0, gasLimit: 0n, fees: { gasPrice: 0n } }
  if (request.token === undefined) return { ...rest, to, value: amount, data: '0x' }
  const data = erc20.encodeFunctionData('transfer', [to, amount])
  return { ...rest, to: readAddress(request.token, "token's"), value: 0n, data }
}
