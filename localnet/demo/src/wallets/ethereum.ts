import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { EthereumProvider } from '@openauth/client/react'
import { devKey, hexOf } from './dev-keys.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** EIP-55. */
const checksummed = (address: string): string => {
  const hash = hexOf(keccak_256(utf8(address)))
  return `0x${Array.from(address, (char, index) => (parseInt(hash[index]!, 16) > 7 ? char.toUpperCase() : char)).join('')}`
}

const addressOf = (key: Uint8Array): string =>
  checksummed(hexOf(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12)))

/** EIP-191, version 0x45. */
const personalSign = (key: Uint8Array, hex: string): string => {
  const message = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => parseInt(pair, 16))
  const head = utf8(`\u0019Ethereum Signed Message:\n${message.length}`)
  const hash = keccak_256(new Uint8Array([...head, ...message]))
  const [recovery = 0, ...signature] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return `0x${hexOf(Uint8Array.from([...signature, 27 + recovery]))}`
}

/** A wallet of this page's own, with the face of an EIP-1193 provider. */
export const devEthereum = (): EthereumProvider => {
  const key = devKey('ethereum')
  return {
    request: async ({ method, params }) => {
      if (method === 'eth_requestAccounts') return [addressOf(key)]
      if (method === 'personal_sign') return personalSign(key, String(params?.[0]))
      throw new Error(`This wallet does not know ${method}`)
    },
  }
}
