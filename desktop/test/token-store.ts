import type { TokenStore } from '../src/main/session.ts'

/** Seals by turning the bytes around: enough to see that the file does not hold the plain text. */
export const testTokenStore = (isAvailable = true): TokenStore => ({
  isAvailable: async () => isAvailable,
  seal: async (text) => Buffer.from(Buffer.from(text).toReversed()),
  open: async (sealed) => Buffer.from(sealed.toReversed()).toString(),
})
