import { evmForm } from '@openauth/client'
import { base58 } from '@scure/base'
import { getAddress } from 'ethers/address'
import { accountIdOf, genericAddressOf } from './vara/addresses.ts'

/** An Ethereum address with its EIP-55 checksum; undefined for anything else, a wrong checksum included. */
export const parseEthereumAddress = (text: string): string | undefined => {
  if (!evmForm.test(text)) return undefined
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

/** The canonical spelling of an address of any chain: hex is written in either case, a Substrate account also in base58. */
export const canonicalAddress = (text: string): string =>
  /^0x/i.test(text) ? text.toLowerCase() : (accountIdOf(text) ?? text)

/** An address of any chain in all spellings in which wallets or the ledger may store it. */
export const spellingsOf = (text: string): string[] => {
  const ethereum = parseEthereumAddress(text) ?? parseEthereumAddress(text.toLowerCase())
  return [...new Set([text, ethereum ?? text, genericAddressOf(text) ?? text])]
}
