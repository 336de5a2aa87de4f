import { EvmRpcError } from './errors.ts'

/**
 * A number as JSON-RPC encodes it: hex without leading zeros.
 * https://ethereum.org/developers/docs/apis/json-rpc/#hex-encoding
 */
export const toQuantity = (value: bigint | number): string => `0x${value.toString(16)}`

/** Parses a node's number of at most 256 bits. Throws EvmRpcError malformed; `what` names the request. */
export const readQuantity = (value: unknown, what: string): bigint => {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw new EvmRpcError('malformed', `The RPC endpoint answered ${what} with something that is not a number`)
}

/** The same for numbers that must be safe integers: counts and block numbers. */
export const readCount = (value: unknown, what: string): number => {
  const count = Number(readQuantity(value, what))
  if (Number.isSafeInteger(count)) return count
  throw new EvmRpcError('malformed', `The RPC endpoint answered ${what} with an impossibly large number`)
}
