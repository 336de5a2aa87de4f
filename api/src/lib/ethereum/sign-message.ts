import { hashMessage, type TypedDataDomain, TypedDataEncoder, type TypedDataField } from 'ethers/hash'
import { EthereumError } from './errors.ts'
import { signOwnHash } from './sign.ts'

/** Signing one of these is a transfer, or the right to one, that anybody may bring to the chain (EIP-2612, EIP-3009, Permit2). */
const TOKEN_PERMIT = /^(Permit|TransferWithAuthorization$|ReceiveWithAuthorization$|Authorization$)/

export interface TypedData {
  domain: TypedDataDomain
  /** Without EIP712Domain, which follows from the domain. */
  types: Record<string, TypedDataField[]>
  message: Record<string, unknown>
}

export interface TypedDataRules {
  /** The chain that the wallet's owner was told of; the domain must name the same. */
  chainId: number
  /** Whether the app lets its users sign permits and authorizations of tokens. */
  allowTokenPermits?: boolean
}

const refuse = (why: string): EthereumError => new EthereumError('not_signable', why)

/** 65 bytes in hex: r, s and 27 or 28. */
const sign = (hash: string, secret: Uint8Array): string => {
  const { signature, recid } = signOwnHash(hash, secret)
  return `0x${Buffer.from(signature).toString('hex')}${(27 + recid).toString(16)}`
}

/**
 * personal_sign: a text, with the prefix that no transaction begins with (EIP-191, version 0x45). What is 32 bytes in hex
 * is refused: nobody can read a hash, and wallets sign the bytes instead of the digits. Throws EthereumError not_signable.
 */
export const signPersonalMessage = (text: string, secret: Uint8Array): string => {
  if (/^\s*(0x)?[0-9a-fA-F]{64}\s*$/.test(text)) {
    throw refuse('A bare 32-byte hash is not signed, since nobody can read what it stands for; sign the text itself')
  }
  if (text === '' || !text.isWellFormed()) throw refuse('A message must be a text that is not empty')
  return sign(hashMessage(text), secret)
}

const checkDomain = ({ chainId }: TypedDataDomain, expected: number): void => {
  if (chainId === undefined || chainId === null || BigInt(chainId) !== BigInt(expected)) {
    throw refuse(`The typed data must name the chain that it is for, ${expected}, as its domain's chainId`)
  }
}

/**
 * eth_signTypedData_v4 (EIP-712). The domain must name `chainId`, so that a signature counts on one chain only. Token
 * permits are refused unless allowed. Throws EthereumError not_signable, also where values do not fit their types.
 */
export const signTypedData = (data: TypedData, secret: Uint8Array, rules: TypedDataRules): string => {
  const hash = typedDataHash(data, rules)
  return sign(hash, secret)
}

const typedDataHash = ({ domain, types, message }: TypedData, rules: TypedDataRules): string => {
  try {
    checkDomain(domain, rules.chainId)
    const { primaryType } = TypedDataEncoder.from(types)
    const permits = Object.keys(types).some((name) => TOKEN_PERMIT.test(name))
    if (permits && !rules.allowTokenPermits) {
      throw refuse(`${primaryType} lets others move tokens, which this app does not allow its users to sign`)
    }
    return TypedDataEncoder.hash(domain, types, message)
  } catch (error) {
    if (error instanceof EthereumError) throw error
    throw refuse('The typed data is not well-formed: each value must fit its type, and one type must be the outermost')
  }
}
