import type { TypeRegistry } from '@polkadot/types'
import { CALL_INDEX, decodeExtrinsic, decodeExtrinsicPayload, ERA_BLOCKS, type VaraCall } from './decode.ts'
import { printable, VaraError } from './errors.ts'
import { extrinsicHash, toHex } from './hex.ts'
import { unsupported, type VaraRuntime } from './runtime.ts'

/** Bytes to be signed; with a signature they become an extrinsic. */
export interface UnsignedExtrinsic {
  /** What is signed: where it is longer than 256 bytes, its BLAKE2b hash of 32 bytes. `signVaraPayload` sees to that. */
  payload: Uint8Array
  /**
   * The extrinsic as it is sent, and the hash that it will have on the chain. The 64 bytes are an sr25519 signature, which
   * is not verified here. Throws VaraError not_signable.
   */
  assemble: (signature: Uint8Array) => { extrinsic: Uint8Array; hash: string }
}

/** Everything of an extrinsic but its nonce and signature. */
export interface Draft extends VaraCall {
  /** The signer's account id in hex. */
  from: string
  /** The block it is mortal from. */
  born: { number: number; hash: string }
  genesisHash: string
}

/** One more that carries something would leave us signing what no block takes. */
const KNOWN = new Set([
  'CheckSpecVersion',
  'CheckTxVersion',
  'CheckGenesis',
  'CheckMortality',
  'CheckNonce',
  'ChargeTransactionPayment',
  'CheckMetadataHash',
])

const ARGUMENTS = {
  message: ['destination', 'payload', 'gasLimit', 'value', 'keepAlive'],
  reply: ['replyToId', 'payload', 'gasLimit', 'value', 'keepAlive'],
} as const
const NAME = { message: 'gear.sendMessage', reply: 'gear.sendReply' } as const

const encodeCall = (registry: TypeRegistry, { kind, target, payload, gasLimit, value }: VaraCall) => {
  const call = registry.findMetaCall(new Uint8Array(CALL_INDEX[kind]))
  const names = call.meta.args.map((arg) => arg.name.toString())
  if (`${call.section}.${call.method}` !== NAME[kind] || names.join() !== ARGUMENTS[kind].join()) {
    throw unsupported(`The chain's runtime has no ${NAME[kind]} as it is known here`)
  }
  return call(target, toHex(payload), gasLimit, value, true)
}

/** Whether what was decoded says all that the draft does, and nothing else of it. */
const isOf = (draft: VaraCall, decoded: VaraCall | undefined): boolean =>
  decoded?.kind === draft.kind &&
  decoded.target === draft.target &&
  decoded.gasLimit === draft.gasLimit &&
  decoded.value === draft.value &&
  Buffer.compare(decoded.payload, draft.payload) === 0

const checkPayload = (bytes: Uint8Array, draft: Draft, runtime: VaraRuntime, nonce: number): void => {
  const decoded = decodeExtrinsicPayload(bytes)
  const isSame =
    isOf(draft, decoded) &&
    decoded?.nonce === nonce &&
    decoded.phase === draft.born.number % ERA_BLOCKS &&
    decoded.bornHash === draft.born.hash &&
    decoded.genesisHash === draft.genesisHash &&
    decoded.specVersion === runtime.specVersion &&
    decoded.transactionVersion === runtime.transactionVersion
  if (isSame) return
  throw unsupported("By the chain's runtime, what would be signed reads differently from what was asked for")
}

/** The library throws where metadata makes no sense, in words that may quote anything. */
const guarded = <T>(encode: () => T): T => {
  try {
    return encode()
  } catch (error) {
    if (error instanceof VaraError) throw error
    throw unsupported("The chain's runtime cannot be encoded for")
  }
}

const prepare = (draft: Draft, { registry, extensions }: VaraRuntime) => {
  const unknown = extensions.find((name) => !KNOWN.has(name))
  if (unknown !== undefined) throw unsupported(`The chain's runtime wants ${printable(unknown)} signed`)
  return encodeCall(registry, draft)
}

const checkSignature = (signature: Uint8Array): Uint8Array => {
  // 64 zeros count as none for the library.
  if (signature.length === 64 && signature.some((byte) => byte > 0)) return signature
  throw new VaraError('not_signable', 'An sr25519 signature has 64 bytes, not all of them 0')
}

const checkExtrinsic = (extrinsic: Uint8Array, draft: Draft, nonce: number) => {
  const decoded = decodeExtrinsic(extrinsic)
  const isSame = isOf(draft, decoded) && decoded?.from === draft.from && decoded.nonce === nonce
  if (isSame) return { extrinsic, hash: extrinsicHash(extrinsic) }
  throw unsupported("By the chain's runtime, what would be sent reads differently from what was signed")
}

/**
 * Encodes a draft by the runtime's metadata, and reads it back without: metadata is what an endpoint says, and cannot
 * change what is signed, only whether it is. Mortal for 64 blocks, without a tip, and the account stays alive. Returns
 * what gives it a nonce, for which nobody is asked. Throws VaraError unsupported_runtime, at once or then.
 */
export const encodeExtrinsic = (runtime: VaraRuntime, draft: Draft): ((nonce: number) => UnsignedExtrinsic) => {
  const { registry, specVersion, transactionVersion } = runtime
  const { from, born, genesisHash } = draft
  const call = guarded(() => prepare(draft, runtime))
  const era = registry.createType('ExtrinsicEra', { current: born.number, period: ERA_BLOCKS })
  const method = call.toHex()
  const fixed = { method, era, specVersion, transactionVersion, genesisHash, blockHash: born.hash, tip: 0, mode: 0 }

  const payloadOf = (nonce: number) => {
    const signed = registry.createType('ExtrinsicPayload', { ...fixed, nonce }, { version: 4 })
    const payload = signed.toU8a({ method: true })
    checkPayload(payload, draft, runtime, nonce)
    return { payload, whole: signed.toHex() }
  }
  const assemble = (nonce: number, whole: `0x${string}`, signature: Uint8Array) => {
    const unsigned = registry.createType('Extrinsic', call, { version: 4 })
    // Its type wants bytes, but what makes them of a signature is the runtime's choice of three kinds.
    const sr25519 = { Sr25519: checkSignature(signature) } as unknown as Uint8Array
    return checkExtrinsic(unsigned.addSignature(from, sr25519, whole).toU8a(), draft, nonce)
  }

  return (nonce) => {
    if (!Number.isInteger(nonce) || nonce < 0 || nonce > 0xffff_ffff) throw new RangeError('A nonce is a u32')
    const { payload, whole } = guarded(() => payloadOf(nonce))
    return { payload, assemble: (signature) => guarded(() => assemble(nonce, whole, signature)) }
  }
}
