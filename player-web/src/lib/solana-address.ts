import { base58 } from '@scure/base'

/** Whether a text is a Solana public key: 32 bytes in base58. */
export const isSolanaAddress = (text: string): boolean => {
  if (text.length < 32 || text.length > 44) return false
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}
