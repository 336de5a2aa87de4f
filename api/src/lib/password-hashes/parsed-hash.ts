/** A stored password hash that this server can verify, within the costs that a login may have. */
export interface ParsedHash {
  /** Whether the hash is of this text, compared in constant time. */
  verify: (text: string) => Promise<boolean>
  /** Whether it has the scheme and at least the cost of a new hash; others are replaced at the next login. */
  current: boolean
}

/** Parses a stored hash of one family; undefined if it is of another one, malformed, or more expensive than a login may be. */
export type ParseHash = (stored: string) => ParsedHash | undefined

/**
 * Bytes of base64 in one of the forms that hashes are written with: with or without padding, `.` for `+` (passlib's ab64),
 * the URL-safe alphabet. Undefined for other text, and for bytes beyond the limits.
 */
export const decodeBase64 = (
  text: string,
  { least, most }: { least: number; most: number },
): Buffer<ArrayBuffer> | undefined => {
  const plain = text
    .replace(/={1,2}$/, '')
    .replaceAll(/[.-]/g, '+')
    .replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) return undefined
  const bytes = Buffer.from(plain, 'base64')
  return bytes.length >= least && bytes.length <= most ? bytes : undefined
}

/** The sizes that salts and derived keys of password hashes have. Bytes. */
export const saltSize = { least: 1, most: 128 }
export const keySize = { least: 16, most: 128 }
