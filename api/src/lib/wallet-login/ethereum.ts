import { getAddress } from 'ethers/address'
import { hashMessage } from 'ethers/hash'
import { keccak256 } from 'ethers/crypto'
import secp256k1 from 'secp256k1'

const halfOrder = BigInt('0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0')

/** The EIP-191 hash of a text, as personal_sign makes it. */
export const personalHash = (message: string): string => hashMessage(message)

/**
 * The signer of a hash: the checksummed address, or undefined if the signature is malformed. 65 bytes in hex: r, s and
 * v (0, 1, 27 or 28). An s in the upper half is rejected, since every signature would have a second form (EIP-2).
 * Recovery runs in libsecp256k1, about thirty times as fast as in JavaScript.
 */
export const recoverEthereumAddress = (hash: string, signature: string): string | undefined => {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return undefined
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const v = bytes[64]!
  const recovery = v >= 27 ? v - 27 : v
  if (recovery > 1 || BigInt(`0x${bytes.toString('hex', 32, 64)}`) > halfOrder) return undefined
  try {
    const key = secp256k1.ecdsaRecover(bytes.subarray(0, 64), recovery, Buffer.from(hash.slice(2), 'hex'), false)
    return getAddress(`0x${keccak256(key.subarray(1)).slice(-40)}`)
  } catch {
    return undefined
  }
}
