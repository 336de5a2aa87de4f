const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

const nameOf = (chain: string) => `Demo:${chain}Key`

/** A key that anybody at this browser can read: for play money only. */
export const devKey = (chain: 'ethereum' | 'solana'): Uint8Array => {
  const kept = localStorage.getItem(nameOf(chain))
  if (kept && /^[0-9a-f]{64}$/.test(kept)) return bytesOf(kept)
  const key = crypto.getRandomValues(new Uint8Array(32))
  localStorage.setItem(nameOf(chain), hexOf(key))
  return key
}

export const deleteDevKeys = (): void => {
  for (const chain of ['ethereum', 'solana']) localStorage.removeItem(nameOf(chain))
}
