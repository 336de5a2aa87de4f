import { compactAddLength, hexToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsHex } from '@polkadot/util-crypto'
import { accountIn } from '../accounts.ts'
import { encodeDetails, encodeInfo } from '../fees.ts'
import { metadata } from '../metadata/encode.ts'
import { runtimeApis, runtimeVersion } from '../parameters.ts'
import { invalidParams, RpcError } from '../rpc-error.ts'
import { encode, registry } from '../runtime.ts'
import type { View } from '../storage.ts'

const METADATA_VERSION = 14

/** Interfaces are named by hashes: https://paritytech.github.io/polkadot-sdk/master/sp_version/struct.RuntimeVersion.html */
const apis = Object.entries(runtimeApis).map(([name, version]): [string, number] => [blake2AsHex(name, 64), version])

export const runtimeVersionJson = { ...runtimeVersion, apis }

/** The length follows the extrinsic, which is prefixed with its own. */
const lengthArgument = (input: Uint8Array): number => {
  if (input.length < 4) throw invalidParams('The extrinsic and its length are missing')
  return Number(registry.createType('u32', input.subarray(-4)).toString())
}

const coreVersion = (): Uint8Array =>
  encode('(Text, Text, u32, u32, u32, Vec<([u8; 8], u32)>, u32, u8)', [
    runtimeVersion.specName,
    runtimeVersion.implName,
    runtimeVersion.authoringVersion,
    runtimeVersion.specVersion,
    runtimeVersion.implVersion,
    apis,
    runtimeVersion.transactionVersion,
    runtimeVersion.stateVersion,
  ])

type Call = (view: View, input: Uint8Array) => Uint8Array

/** https://paritytech.github.io/polkadot-sdk/master/sp_api/index.html: arguments and results are SCALE bytes. */
const calls: Record<string, Call> = {
  Core_version: coreVersion,
  Metadata_metadata: () => compactAddLength(metadata),
  Metadata_metadata_versions: () => encode('Vec<u32>', [METADATA_VERSION]),
  Metadata_metadata_at_version: (_, input) => {
    const wanted = Number(registry.createType('u32', input).toString())
    return wanted === METADATA_VERSION ? u8aConcat([1], compactAddLength(metadata)) : new Uint8Array([0])
  },
  AccountNonceApi_account_nonce: (view, input) => encode('u32', accountIn(view, u8aToHex(input.subarray(0, 32))).nonce),
  TransactionPaymentApi_query_info: (_, input) => encodeInfo(lengthArgument(input)),
  TransactionPaymentApi_query_fee_details: (_, input) => encodeDetails(lengthArgument(input)),
}

/**
 * Calls a function of the runtime. `input` and the result are SCALE in hex. Throws RpcError 4003 for an unknown one,
 * as a Substrate node does.
 */
export const stateCall = (view: View, name: string, input: string): string => {
  const call = calls[name]
  if (!call) throw new RpcError(4003, `Client error: Execution failed: Exported method ${name} is not found`)
  return u8aToHex(call(view, hexToU8a(input)))
}
