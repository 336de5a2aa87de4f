import type { TypeRegistry } from '@polkadot/types'
import { blake2b } from '@polkadot/wasm-crypto'
import { CALL_INDEX, decodeExtrinsic, decodeExtrinsicPayload, ERA_BLOCKS, type VaraCall } from './decode.ts'
import { printable } from '../json-rpc/errors.ts'
import { VaraError } from './errors.ts'
import { toHex } from './hex.ts'
import { unsupported, type VaraRuntime } from './runtime.ts'
import { compactOf } from './scale.ts'

/** Bytes to be signed; with a signature they become an extrinsic. */
export interface UnsignedExtrinsic {
  /**
   * The signed bytes; a payload longer than 256 bytes is signed as its BLAKE2b hash of 32 bytes, which
   * `signVaraPayload` computes.
   */
  payload: Uint8Array
  /**
   * The extrinsic in wire form, and its hash on the chain. The 64 bytes are an sr25519 signature, which is not verified
   * here. Throws VaraError not_signable.
   */
  assemble: (signature: Uint8Array) => { extrinsic: Uint8Array; hash: string }
}

/** Everything of an extrinsic but its nonce and signature. */
export interface Draft extends VaraCall {
  /** The signer's account id in hex. */
  from: string
  /** The block at which its era starts. */
  born: { number: number; hash: string }
  genesisHash: string
}

/** An unknown extension with content would make a signature that no block accepts. */
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
    throw unsupported(`The chain's runtime has no ${NAME[kind]} in the supported form`)
  }
  return call(target, toHex(payload), gasLimit, value, true)
}

/** Whether the decoded call equals the draft. */
const isOf = (draft: VaraCall, decoded: VaraCall | undefined): boolean =>
  decoded?.kind === draft.kind &&
  decoded.target === draft.target &&
  decoded.gasLimit === draft.gasLimit &&
  decoded.value === draft.value &&
  Buffer.compare(decoded.payload, draft.payload) === 0

const checkPayload = (bytes: Uint8Array, draft: Draft, runtime: VaraRuntime): void => {
  const decoded = decodeExtrinsicPayload(bytes)
  const isSame =
    isOf(draft, decoded) &&
    decoded?.nonce === 0 &&
    decoded.phase === draft.born.number % ERA_BLOCKS &&
    decoded.bornHash === draft.born.hash &&
    decoded.genesisHash === draft.genesisHash &&
    decoded.specVersion === runtime.specVersion &&
    decoded.transactionVersion === runtime.transactionVersion
  if (isSame) return
  throw unsupported("The chain's runtime would encode something other than the requested call")
}

/** The library throws for malformed metadata, with messages that may quote anything. */
const guarded = <T>(encode: () => T): T => {
  try {
    return encode()
  } catch (error) {
    if (error instanceof VaraError) throw error
    throw unsupported("The chain's runtime metadata cannot be used for encoding")
  }
}

const prepare = (draft: Draft, { registry, extensions }: VaraRuntime) => {
  const unknown = extensions.find((name) => !KNOWN.has(name))
  if (unknown !== undefined)
    throw unsupported(`The chain's runtime requires the unknown extension ${printable(unknown)}`)
  return encodeCall(registry, draft)
}

const checkSignature = (signature: Uint8Array): Uint8Array => {
  // The library treats 64 zeros as a missing signature.
  if (signature.length === 64 && signature.some((byte) => byte > 0)) return signature
  throw new VaraError('not_signable', 'An sr25519 signature has 64 bytes, not all of them 0')
}

const checkExtrinsic = (extrinsic: Uint8Array, draft: Draft): void => {
  const decoded = decodeExtrinsic(extrinsic)
  if (isOf(draft, decoded) && decoded?.from === draft.from && decoded.nonce === 0) return
  throw unsupported("The chain's runtime would encode something other than the signed call")
}

/** Signed by account id with sr25519: version, kind of signer, signer, kind of signature, signature, era, nonce. */
const SIGNATURE_AT = 1 + 1 + 32 + 1
const ERA_BYTES = 2
const NONCE_AT = SIGNATURE_AT + 64 + ERA_BYTES
/** What Substrate hashes extrinsics with: BLAKE2b of 32 bytes (RFC 7693), here in WebAssembly. */
const HASH_BYTES = 32
const NO_KEY = new Uint8Array()
/** A placeholder for the missing signature. */
const SOME_SIGNATURE = new Uint8Array(64).fill(1)

/** The bytes before and after the nonce, which was encoded as 0 in one byte. */
const partsAround = (bytes: Uint8Array, at: number) => {
  if (bytes[at] !== 0) throw unsupported("The chain's runtime has the nonce at an unsupported position")
  return { head: bytes.slice(0, at), tail: bytes.slice(at + 1) }
}

/**
 * Encodes a draft by the runtime's metadata, and decodes it again without: the metadata comes from an endpoint and can
 * only prevent a signature, not change what is signed. The encoding is done once, with nonce 0, and each nonce is then
 * inserted, because encoding takes longer than signing. WebAssembly must be ready (`waitReady`). The era is 64 blocks,
 * without a tip, and the account stays alive. Returns a function that inserts a nonce without a call. Both throw
 * VaraError unsupported_runtime.
 */
export const encodeExtrinsic = (runtime: VaraRuntime, draft: Draft): ((nonce: number) => UnsignedExtrinsic) => {
  const { registry, specVersion, transactionVersion } = runtime
  const { from, born, genesisHash } = draft
  const call = guarded(() => prepare(draft, runtime))
  const era = registry.createType('ExtrinsicEra', { current: born.number, period: ERA_BLOCKS })
  const method = call.toHex()
  const fixed = { method, era, specVersion, transactionVersion, genesisHash, blockHash: born.hash, tip: 0, mode: 0 }

  const signed = guarded(() => registry.createType('ExtrinsicPayload', { ...fixed, nonce: 0 }, { version: 4 }))
  const bytes = guarded(() => signed.toU8a({ method: true }))
  checkPayload(bytes, draft, runtime)
  const payload = partsAround(bytes, call.toU8a().length + ERA_BYTES)

  const whole = guarded(() => {
    const unsigned = registry.createType('Extrinsic', call, { version: 4 })
    // The type takes bytes, but the runtime determines which of three signature kinds they become.
    const sr25519 = { Sr25519: SOME_SIGNATURE } as unknown as Uint8Array
    return unsigned.addSignature(from, sr25519, signed.toHex())
  })
  checkExtrinsic(whole.toU8a(), draft)
  const body = partsAround(whole.toU8a(true), NONCE_AT)

  const assemble = (nonce: number, signature: Uint8Array) => {
    const { head, tail } = body
    const [number, length] = [compactOf(nonce), head.length + tail.length]
    const size = compactOf(length + number.length)
    const extrinsic = new Uint8Array(Buffer.concat([size, head, number, tail]))
    extrinsic.set(checkSignature(signature), size.length + SIGNATURE_AT)
    return { extrinsic, hash: toHex(blake2b(extrinsic, NO_KEY, HASH_BYTES)) }
  }

  return (nonce) => {
    if (!Number.isInteger(nonce) || nonce < 0 || nonce > 0xffff_ffff) throw new RangeError('A nonce is a u32')
    const bytes = new Uint8Array(Buffer.concat([payload.head, compactOf(nonce), payload.tail]))
    return { payload: bytes, assemble: (signature) => assemble(nonce, signature) }
  }
}
