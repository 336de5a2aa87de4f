import { toHex } from './hex.ts'
import { ScaleError, scaleReader } from './scale.ts'

/** A call of the Gear pallet. */
export interface VaraCall {
  kind: 'message' | 'reply'
  /** The program's id, or that of the message that is replied to: 0x and 64 lower-case hex digits. */
  target: string
  payload: Uint8Array
  /** Planck that are transferred to the program. */
  value: bigint
  gasLimit: bigint
}

/** The signed data besides the call. */
export interface DecodedPayload extends VaraCall {
  nonce: number
  /** The first block of its era, by its number modulo 64 and its hash. */
  phase: number
  bornHash: string
  specVersion: number
  transactionVersion: number
  genesisHash: string
}

export interface DecodedExtrinsic extends VaraCall {
  /** The signer's account id, 0x and 64 lower-case hex digits. */
  from: string
  nonce: number
  phase: number
}

/** Length of an extrinsic's era: a bit over three minutes. */
export const ERA_BLOCKS = 64

/**
 * Pallet and call indexes of Vara. The metadata has them too, but it comes from the endpoint, which must not influence
 * what is signed. https://github.com/gear-tech/gear/blob/master/runtime/vara/src/lib.rs
 */
export const CALL_INDEX = { message: [104, 3], reply: [104, 4] } as const

type Reader = ReturnType<typeof scaleReader>

const require = (holds: boolean): void => {
  if (!holds) throw new ScaleError('These bytes have another form')
}

const readCall = ({ byte, take, bytes, uint }: Reader): VaraCall => {
  const [pallet, call] = [byte(), byte()]
  const kind = call === CALL_INDEX.message[1] ? 'message' : 'reply'
  require(pallet === CALL_INDEX[kind][0] && call === CALL_INDEX[kind][1])
  const target = toHex(take(32))
  const payload = bytes()
  const [gasLimit, value, keepAlive] = [uint(8), uint(16), byte()]
  // Otherwise the payment could end the account.
  require(keepAlive === 1)
  return { kind, target, payload, value, gasLimit }
}

/** A two-byte era: four bits for its length, the rest for its start. Then the nonce, and a tip of 0. */
const readExtra = ({ uint, compact }: Reader) => {
  const era = Number(uint(2))
  require(2 << (era & 15) === ERA_BLOCKS)
  const [nonce, tip] = [Number(compact()), compact()]
  require(tip === 0n && nonce < 2 ** 32 && era >> 4 < ERA_BLOCKS)
  return { nonce, phase: era >> 4 }
}

const orUndefined = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof ScaleError) return undefined
    throw error
  }
}

/** Decodes a call to its last byte; undefined for anything but a message or a reply. */
export const decodeCall = (call: Uint8Array): VaraCall | undefined =>
  orUndefined(() => {
    const reader = scaleReader(call)
    const decoded = readCall(reader)
    require(reader.left() === 0)
    return decoded
  })

/**
 * What a signature over this payload authorizes, decoded from the payload alone; undefined unless it is, to the last
 * byte, a message or a reply with an era of 64 blocks and no tip.
 * https://paritytech.github.io/polkadot-sdk/master/sp_runtime/generic/struct.SignedPayload.html
 */
export const decodeExtrinsicPayload = (payload: Uint8Array): DecodedPayload | undefined =>
  orUndefined(() => {
    const reader = scaleReader(payload)
    const { uint, byte, take, left } = reader
    const [call, extra] = [readCall(reader), readExtra(reader)]
    // CheckMetadataHash, which older runtimes lack: disabled here, without a hash at the end.
    const hasMode = left() === 74
    if (hasMode) require(byte() === 0)
    const [specVersion, transactionVersion] = [Number(uint(4)), Number(uint(4))]
    const [genesisHash, bornHash] = [toHex(take(32)), toHex(take(32))]
    if (hasMode) require(byte() === 0)
    require(left() === 0)
    return { ...call, ...extra, specVersion, transactionVersion, genesisHash, bornHash }
  })

/** Decodes a signed extrinsic and its signer; undefined as for payloads. The signature is not verified. */
export const decodeExtrinsic = (extrinsic: Uint8Array): DecodedExtrinsic | undefined =>
  orUndefined(() => {
    const reader = scaleReader(extrinsic)
    const { compact, byte, take, left } = reader
    require(Number(compact()) === left())
    // Signed, version 4; the signer by account id; an sr25519 signature.
    require(byte() === 0x84 && byte() === 0)
    const from = toHex(take(32))
    require(byte() === 1)
    take(64)
    const extra = readExtra(reader)
    // The mode of CheckMetadataHash is 0, which differs from the index of every supported pallet.
    const rest = take(left())
    const call = decodeCall(rest[0] === 0 ? rest.subarray(1) : rest)
    require(call !== undefined)
    return { from, ...extra, ...call! }
  })
