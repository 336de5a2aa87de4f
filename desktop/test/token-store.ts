import type { TokenStore } from '../src/main/session-file.ts'

/** Seals by reversing the bytes, so that tests can check that the file does not contain the plain text. */
export const testTokenStore = (isAvailable = true): TokenStore => ({
  isAvailable: async () => isAvailable,
  seal: async (text) => Buffer.from(Buffer.from(text).toReversed()),
  open: async (sealed) => Buffer.from(sealed.toReversed()).toString(),
})
