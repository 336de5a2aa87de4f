import { type Argon2Cost, argon2Parser } from './argon2.ts'
import { parseBcrypt } from './bcrypt.ts'
import type { ParsedHash } from './parsed-hash.ts'
import { parseAspNet, parsePbkdf2 } from './pbkdf2.ts'
import { parseFirebaseScrypt, parseScrypt } from './scrypt.ts'

export type { Argon2Cost } from './argon2.ts'
export type { ParsedHash } from './parsed-hash.ts'

/** Longer text is no hash. */
const LONGEST = 1024

/** The parser of stored hashes of every family, of which argon2id of this cost is current. */
export const createHashParser = (current: Argon2Cost): ((stored: string) => ParsedHash | undefined) => {
  const parsers = [argon2Parser(current), parseBcrypt, parseScrypt, parseFirebaseScrypt, parsePbkdf2, parseAspNet]
  return (stored) => {
    if (stored.length > LONGEST) return undefined
    for (const parse of parsers) {
      const found = parse(stored)
      if (found) return found
    }
    return undefined
  }
}
