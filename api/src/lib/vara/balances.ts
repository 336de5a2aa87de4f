import { blake2b } from '@noble/hashes/blake2.js'
import { addressOfId, readVaraAddress } from './addresses.ts'
import { malformed } from './errors.ts'
import { fromHex, readHex, toHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'
import { scaleReader } from './scale.ts'

export interface VaraBalance {
  /** Planck that are neither reserved nor locked. The existential deposit among them stays while the account exists. */
  transferable: bigint
  /** Planck that are not reserved but locked, by a vote or a stake. They count towards the existential deposit. */
  locked: bigint
  /** All planck of the account. */
  total: bigint
  /** The number of the account's extrinsics in blocks, without pending ones. */
  nonce: number
}

/** XXH64 of "System" and "Account", the same on all Substrate chains. */
const ACCOUNTS = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/** nonce, three counts of references, then free, reserved, frozen and flags. */
const ACCOUNT_BYTES = 80

/** https://paritytech.github.io/polkadot-sdk/master/frame_system/struct.AccountInfo.html */
const decode = (bytes: Uint8Array): VaraBalance => {
  if (bytes.length !== ACCOUNT_BYTES) throw malformed('state_getStorage')
  const { uint, take } = scaleReader(bytes)
  const nonce = Number(uint(4))
  take(12)
  const [free, reserved, frozen] = [uint(16), uint(16), uint(16)]
  // Reserved funds count towards the frozen amount. https://wiki.polkadot.com/learn/learn-account-balances/
  const locked = frozen > reserved ? frozen - reserved : 0n
  return { transferable: free > locked ? free - locked : 0n, locked, total: free + reserved, nonce }
}

const storageKey = (id: string): string => {
  const bytes = fromHex(id)!
  return `0x${ACCOUNTS}${toHex(blake2b(bytes, { dkLen: 16 })).slice(2)}${id.slice(2)}`
}

/**
 * An account's balance as of the latest block, or of the one with the hash `at`; zero for an unused account. Throws
 * VaraError invalid_address, wrong_chain, and VaraRpcError.
 */
export const readBalance = async (rpc: VaraRpc, address: string, at?: string): Promise<VaraBalance> => {
  const key = storageKey(readVaraAddress(address))
  const answer = await rpc.call('state_getStorage', at === undefined ? [key] : [key, at])
  if (answer === null) return { transferable: 0n, locked: 0n, total: 0n, nonce: 0 }
  return decode(readHex(answer, 'state_getStorage'))
}

/**
 * The lowest nonce for an account's next extrinsic: extrinsics in blocks and pending ones without a gap. Nodes drop
 * pending extrinsics and do not see unsent ones, so the caller keeps its own count and takes the greater of the two.
 * Throws VaraError invalid_address, wrong_chain, and VaraRpcError.
 */
export const nextNonce = async (rpc: VaraRpc, address: string): Promise<number> => {
  const answer = await rpc.call('system_accountNextIndex', [addressOfId(readVaraAddress(address))])
  if (typeof answer === 'number' && Number.isInteger(answer) && answer >= 0 && answer < 2 ** 32) return answer
  throw malformed('system_accountNextIndex')
}
