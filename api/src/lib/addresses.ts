import { base58 } from '@scure/base'
import { getAddress } from 'ethers/address'

/** An Ethereum address with its EIP-55 checksum; undefined for anything else, a wrong checksum included. */
export const parseEthereumAddress = (text: string): string | undefined => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return undefined
  try {
    return getAddress(text)
  } catch {
    return undefined
  }
}

/** A Solana address: base58 of 32 bytes. */
export const parseSolanaAddress = (text: string): string | undefined => {
  try {
    return base58.decode(text).length === 32 ? text : undefined
  } catch {
    return undefined
  }
}
