import { evmForm } from '@openauth/client'
import { EthereumError } from './errors.ts'
import type { UnsignedTransaction } from './transaction.ts'

const EMPTY_LIST = 'c0'

/** RLP of a string, hex to hex. https://ethereum.org/developers/docs/data-structures-and-encoding/rlp/ */
const encodeBytes = (hex: string): string => (hex.length === 2 && hex < '80' ? hex : prefix(hex.length / 2, 0x80) + hex)

const prefix = (length: number, offset: number): string => {
  if (length <= 55) return (offset + length).toString(16)
  const size = even(length.toString(16))
  return (offset + 55 + size.length / 2).toString(16) + size
}

const even = (hex: string): string => (hex.length % 2 ? `0${hex}` : hex)

/** Without leading zeros; zero is the empty string. */
const encodeNumber = (value: bigint | number): string =>
  value === 0n || value === 0 ? '80' : encodeBytes(even(value.toString(16)))

const encodeWord = (word: Uint8Array): string => {
  const start = word.findIndex((byte) => byte !== 0)
  return encodeBytes(Buffer.from(word.buffer, word.byteOffset + start, word.length - start).toString('hex'))
}

const require = (holds: boolean, what: string): void => {
  if (!holds) throw new EthereumError('not_signable', `A transaction is signed only with ${what}`)
}
const isWithin = (value: bigint, bits: bigint): boolean => value >= 0n && value >> bits === 0n

/** Nonces up to the limit of EIP-2681, and chain ids for which 2 × id + 36 is a safe integer. */
const check = ({ chainId, nonce, to, value, data, gasLimit, fees }: UnsignedTransaction): void => {
  require(Number.isSafeInteger(chainId) && chainId > 0 && chainId < 2 ** 51, 'a chain id (EIP-155)')
  require(Number.isSafeInteger(nonce) && nonce >= 0, 'a nonce')
  require(evmForm.test(to), 'a recipient')
  require(isWithin(value, 256n), 'a value of at most 256 bits')
  require(/^0x([0-9a-fA-F]{2})*$/.test(data), 'data in whole bytes')
  require(isWithin(gasLimit, 64n) && gasLimit > 0n, 'a gas limit')
  const prices = Object.values(fees)
  require(prices.every((price) => isWithin(price, 256n)), 'fees of at most 256 bits')
  const pays = 'gasPrice' in fees || fees.maxPriorityFeePerGas <= fees.maxFeePerGas
  require(pays, 'a tip that is not above the highest fee')
}

/** The bytes to sign, and the serialized transaction once the signature is known. */
export interface Serialization {
  /** The bytes whose keccak-256 is signed. */
  unsigned: Buffer
  /** `signature` is r and s, 64 bytes; `recovery` is 0 or 1. */
  signed: (signature: Uint8Array, recovery: number) => Buffer
}

/**
 * The wire form of a transaction: type 2 of EIP-2718 (EIP-1559), or the legacy form with the chain id in the signature
 * (EIP-155). Implemented here because ethers' serialization takes longer than the signature itself. Throws
 * EthereumError not_signable.
 */
export const serializeTransaction = (transaction: UnsignedTransaction): Serialization => {
  check(transaction)
  const { chainId, nonce, to, value, data, gasLimit, fees } = transaction
  const isLegacy = 'gasPrice' in fees
  const call =
    encodeNumber(gasLimit) +
    encodeBytes(to.slice(2).toLowerCase()) +
    encodeNumber(value) +
    encodeBytes(data.slice(2).toLowerCase())
  const head = isLegacy
    ? encodeNumber(nonce) + encodeNumber(fees.gasPrice) + call
    : encodeNumber(chainId) +
      encodeNumber(nonce) +
      encodeNumber(fees.maxPriorityFeePerGas) +
      encodeNumber(fees.maxFeePerGas) +
      call +
      EMPTY_LIST
  const whole = (tail: string): Buffer => {
    const items = head + tail
    return Buffer.from((isLegacy ? '' : '02') + prefix(items.length / 2, 0xc0) + items, 'hex')
  }
  return {
    unsigned: whole(isLegacy ? encodeNumber(chainId) + encodeNumber(0) + encodeNumber(0) : ''),
    signed: (signature, recovery) => {
      const v = encodeNumber(isLegacy ? chainId * 2 + 35 + recovery : recovery)
      return whole(v + encodeWord(signature.subarray(0, 32)) + encodeWord(signature.subarray(32)))
    },
  }
}
