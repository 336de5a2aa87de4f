import { parseEthereumAddress } from '../addresses.ts'
import { EthereumError } from './errors.ts'

const MAX_UINT256 = 2n ** 256n - 1n
const ZERO_ADDRESS = /^0x0{40}$/

/**
 * An address with its EIP-55 checksum; an address in a single case has no checksum to verify. Throws EthereumError
 * invalid_address for anything else and for the zero address, whose funds are lost.
 */
export const readAddress = (text: string, whose: string): string => {
  const address = parseEthereumAddress(text)
  if (address && !ZERO_ADDRESS.test(address)) return address
  const why = address ? 'is the zero address, where funds are lost' : 'is not an address, or its checksum is wrong'
  throw new EthereumError('invalid_address', `The ${whose} address ${why}; copy the whole address again`)
}

/** A decimal number of smallest units, 1 to 2^256 - 1. Throws EthereumError invalid_amount. */
export const readAmount = (text: string): bigint => {
  const amount = /^[1-9]\d{0,77}$/.test(text) ? BigInt(text) : 0n
  if (amount > 0n && amount <= MAX_UINT256) return amount
  throw new EthereumError(
    'invalid_amount',
    'The amount must be a whole number of smallest units, more than 0 and less than 2^256, in decimal digits',
  )
}
