import { malformed } from './errors.ts'
import { readHex, toHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'
import { constantOf, unsupported, type VaraRuntime } from './runtime.ts'
import { scaleReader } from './scale.ts'

export interface Prices {
  /** Planck per unit of gas. */
  valuePerGas: bigint
  /** The maximum gas of a message. */
  blockGasLimit: bigint
  /** The minimum balance in planck below which an account is removed. */
  existentialDeposit: bigint
}

const uintOf = (bytes: Uint8Array, length: number, name: string): bigint => {
  if (bytes.length === length) return scaleReader(bytes).uint(length)
  throw unsupported(`The chain's runtime has a ${name} of ${bytes.length} bytes`)
}

/** ValuePerGas is the first of two variants; the other is for chains whose gas costs less than a planck. */
const valuePerGas = (multiplier: Uint8Array): bigint => {
  if (multiplier[0] === 0) return uintOf(multiplier.subarray(1), 16, 'GasMultiplier')
  throw unsupported("The chain's runtime has an unsupported form of gas price")
}

/** Prices from the runtime's constants. Throws VaraError unsupported_runtime. */
export const pricesOf = (runtime: VaraRuntime): Prices => ({
  valuePerGas: valuePerGas(constantOf(runtime, 'GearBank', 'GasMultiplier')),
  blockGasLimit: uintOf(constantOf(runtime, 'GearGas', 'BlockGasLimit'), 8, 'BlockGasLimit'),
  existentialDeposit: uintOf(constantOf(runtime, 'Balances', 'ExistentialDeposit'), 16, 'ExistentialDeposit'),
})

const QUERY = 'TransactionPaymentApi_query_info'

/**
 * Planck that a block charges for an extrinsic, whose signature is not verified. Throws VaraError wrong_chain, and
 * VaraRpcError.
 * https://paritytech.github.io/polkadot-sdk/master/pallet_transaction_payment/struct.RuntimeDispatchInfo.html
 */
export const inclusionFee = async (rpc: VaraRpc, extrinsic: Uint8Array): Promise<bigint> => {
  const input = Buffer.alloc(extrinsic.length + 4)
  input.set(extrinsic)
  input.writeUInt32LE(extrinsic.length, extrinsic.length)
  const answer = readHex(await rpc.call('state_call', [QUERY, toHex(input)]), 'state_call')
  try {
    const { compact, byte, uint, left } = scaleReader(answer)
    // Its weight, in two parts, and its class, of three.
    compact()
    compact()
    if (byte() <= 2 && left() === 16) return uint(16)
  } catch {
    // Too short: as malformed as too long.
  }
  throw malformed('state_call')
}
