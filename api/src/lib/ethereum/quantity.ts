import { EvmRpcError } from './errors.ts'

/** A number as JSON-RPC wants it: hex without leading zeros. https://ethereum.org/developers/docs/apis/json-rpc/#hex-encoding */
export const toQuantity = (value: bigint | number): string => `0x${value.toString(16)}`

/** A number of at most 256 bits as a node gives it. Throws EvmRpcError malformed, naming `what` was asked. */
export const readQuantity = (value: unknown, what: string): bigint => {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw new EvmRpcError('malformed', `The RPC endpoint answered ${what} with something that is not a number`)
}

/** The same for what must fit a JavaScript number: counts and block numbers. */
export const readCount = (value: unknown, what: string): number => {
  const count = Number(readQuantity(value, what))
  if (Number.isSafeInteger(count)) return count
  throw new EvmRpcError('malformed', `The RPC endpoint answered ${what} with an impossibly large number`)
}
