import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { newEthereumKey } from '../../lib/ethereum/addresses.testing.ts'

/** A wallet as a page sees it: an address, and signatures of texts. */
export interface TestWallet {
  address: string
  sign: (message: string) => Promise<string>
}

export const ethereumWallet = (): TestWallet => {
  const wallet = newEthereumKey()
  return { address: wallet.address, sign: (message) => wallet.signMessage(message) }
}

export const solanaWallet = (): TestWallet => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    address: base58.encode(raw),
    sign: async (message) => base58.encode(sign(null, Buffer.from(message), privateKey)),
  }
}
