import { compactFromU8a, hexToU8a, u8aConcat, u8aEq, u8aToHex } from '@polkadot/util'
import { blake2AsU8a, ed25519Verify, secp256k1Verify, sr25519Verify } from '@polkadot/util-crypto'
import type { Call, ExtrinsicEra, MultiAddress, MultiSignature } from '@polkadot/types/interfaces'
import type { Codec } from '@polkadot/types/types'
import { runtimeVersion } from './parameters.ts'
import { encode, registry } from './runtime.ts'

const BARE = 0x04
const SIGNED = 0x84
const LONGEST_UNHASHED = 256

export interface Signed {
  /** The account's id in hex; none where the address is of another kind. */
  signer?: string
  signature: MultiSignature
  era: ExtrinsicEra
  nonce: number
  /** In planck. */
  tip: bigint
  /** Whether the signer also signed the metadata's hash. */
  signsMetadata: boolean
}

export interface Extrinsic {
  hash: string
  hex: string
  /** In bytes, with the prefix. */
  length: number
  call: Call
  signed?: Signed
}

/** The id of an account in hex. Other kinds of address, such as indices, are not known to anybody here. */
export const accountOf = (address: MultiAddress): string | undefined =>
  address.type === 'Id' ? address.inner.toHex() : undefined

/** Reads one value after another, and tells in the end whether they are all that there is. */
const reader = (bytes: Uint8Array) => {
  const parts: Uint8Array[] = []
  let at = 0
  return {
    take: (type: string): Codec => {
      const value = registry.createType(type, bytes.subarray(at))
      parts.push(value.toU8a())
      at += value.encodedLength
      return value
    },
    // The library fills what is missing with zeros: what it read must be what stands there.
    isExact: () => u8aEq(u8aConcat(...parts), bytes),
  }
}

const readSigned = (take: (type: string) => Codec): Signed => {
  const signer = accountOf(take('MultiAddress') as MultiAddress)
  const signature = take('MultiSignature') as MultiSignature
  const era = take('ExtrinsicEra') as ExtrinsicEra
  const [nonce, tip, mode] = [take('Compact<u32>'), take('Compact<u128>'), take('u8')].map((value) =>
    BigInt(value.toString()),
  )
  if (mode! > 1n) throw new Error(`There is no mode ${mode} of CheckMetadataHash`)
  return { ...(signer && { signer }), signature, era, nonce: Number(nonce), tip: tip!, signsMetadata: mode === 1n }
}

/**
 * Decodes an extrinsic of version 4: its length, version and, where it is signed, the signer, the signature and the
 * extensions; then the call. Throws where it is anything else, to the last byte.
 * https://paritytech.github.io/polkadot-sdk/master/polkadot_sdk_docs/reference_docs/extrinsic_encoding/index.html
 */
export const decodeExtrinsic = (hex: string): Extrinsic => {
  const bytes = hexToU8a(hex)
  const [prefix, length] = compactFromU8a(bytes)
  const version = bytes[prefix]
  if (length.toNumber() !== bytes.length - prefix) throw new Error('The length is not that of the extrinsic')
  if (version !== BARE && version !== SIGNED) throw new Error(`Extrinsics of the kind ${version} are not known`)
  const { take, isExact } = reader(bytes.subarray(prefix + 1))
  const signed = version === SIGNED ? readSigned(take) : undefined
  const call = take('Call') as Call
  if (!isExact()) throw new Error('The extrinsic is cut off, or more follows it')
  const hash = u8aToHex(blake2AsU8a(bytes))
  return { hash, hex: u8aToHex(bytes), length: bytes.length, call, ...(signed && { signed }) }
}

/**
 * What the signer signed: the call, the extensions as they are sent, and what the node adds to them of its own.
 * https://paritytech.github.io/polkadot-sdk/master/sp_runtime/generic/struct.SignedPayload.html
 */
const signedPayload = (
  { call, signed }: Extrinsic & { signed: Signed },
  genesis: string,
  birth: string,
): Uint8Array => {
  const extra = [
    signed.era.toU8a(),
    encode('Compact<u32>', signed.nonce),
    encode('Compact<u128>', signed.tip),
    encode('bool', signed.signsMetadata),
  ]
  const additional = [
    encode('u32', runtimeVersion.specVersion),
    encode('u32', runtimeVersion.transactionVersion),
    hexToU8a(genesis),
    hexToU8a(birth),
    encode('Option<H256>', null),
  ]
  const payload = u8aConcat(call.toU8a(), ...extra, ...additional)
  return payload.length > LONGEST_UNHASHED ? blake2AsU8a(payload) : payload
}

const verifiers = { Sr25519: sr25519Verify, Ed25519: ed25519Verify, Ecdsa: secp256k1Verify }

/** Whether the signature is the signer's over this chain's genesis and the block that the era begins with. */
export const isSignedFor = (extrinsic: Extrinsic & { signed: Signed }, genesis: string, birth: string): boolean => {
  const { signature, signer, signsMetadata } = extrinsic.signed
  // A metadata hash would have to be compared, and this node has none.
  if (!signer || signsMetadata) return false
  const payload = signedPayload(extrinsic, genesis, birth)
  try {
    return verifiers[signature.type](payload, signature.inner.toU8a(), hexToU8a(signer))
  } catch {
    // Some verifiers throw on bytes that are no signature at all.
    return false
  }
}
