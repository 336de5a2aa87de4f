import { ed25519 } from '@noble/curves/ed25519.js'
import type { SolanaWallet } from '@openauth/client/react'
import { devKey } from './dev-keys.ts'

/** A wallet of this page's own. */
export const devSolana = (): SolanaWallet => {
  const key = devKey('solana')
  return {
    publicKey: ed25519.getPublicKey(key),
    signMessage: async (message) => ed25519.sign(message, key),
  }
}
