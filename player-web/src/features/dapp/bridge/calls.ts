import type { SolanaPreview } from '@openauth/client'

/** What the bridge needs of the wallet. Each rejects with an Error whose message may be told to the dapp. */
export interface WalletCalls {
  /** Base58; undefined where nobody is logged in. */
  address: () => Promise<string | undefined>
  /** Whether the user has let this origin see the address before. */
  isAllowed: () => Promise<boolean>
  /** Remembers that it may, or that it did once more. */
  remember: () => Promise<unknown>
  /** The 64 bytes of the signature. */
  signMessage: (text: string) => Promise<number[]>
  /** Of a transaction in base64. */
  preview: (transaction: string) => Promise<SolanaPreview>
  /** Base64 in, signed base64 out; nothing is sent. */
  signTransaction: (transaction: string) => Promise<string>
}
