import type { SolanaPreview } from '@openauth/client'

/** The calls of the wallet that the bridge needs. Each rejects with an Error whose message may be sent to the dapp. */
export interface WalletCalls {
  /** Base58; undefined while nobody is logged in. */
  address: () => Promise<string | undefined>
  /** Whether the user has permitted this origin to see the address. */
  isAllowed: () => Promise<boolean>
  /** Stores the permission, or updates its last use. */
  remember: () => Promise<unknown>
  /** The 64 bytes of the signature. */
  signMessage: (text: string) => Promise<number[]>
  /** The preview of a transaction in base64. */
  preview: (transaction: string) => Promise<SolanaPreview>
  /** Base64 in, signed base64 out; nothing is sent. */
  signTransaction: (transaction: string) => Promise<string>
}
