/** Decodes a base58 signature. The decoder is loaded when it is first needed. */
export const fromBase58 = async (text: string): Promise<number[]> => {
  const { base58 } = await import('@scure/base')
  return Array.from(base58.decode(text))
}
