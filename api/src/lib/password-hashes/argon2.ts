import { verify } from '@node-rs/argon2'
import { decodeBase64, keySize, type ParseHash, saltSize } from './parsed-hash.ts'

/** Memory in KiB, passes and lanes. */
export interface Argon2Cost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** The most that a login may cost: 128 MiB, 8 passes, 4 lanes. */
const MOST: Argon2Cost = { memoryCost: 131_072, timeCost: 8, parallelism: 4 }

const FORM =
  /^\$argon2(id|i|d)\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d?),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

/** Whether base64 without padding is written as the library reads it: bits behind the last byte are zero. */
const isCanonical = (text: string): boolean =>
  Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '') === text

/** argon2id, argon2i and argon2d of version 1.3 in PHC form (RFC 9106). Only argon2id of at least `current` cost is current. */
export const argon2Parser =
  (current: Argon2Cost): ParseHash =>
  (stored) => {
    const found = FORM.exec(stored)
    if (!found) return undefined
    const [memory, time, lanes] = found.slice(2, 5).map(Number) as [number, number, number]
    if (memory < 8 * lanes || memory > MOST.memoryCost || time < 1 || time > MOST.timeCost) return undefined
    if (!decodeBase64(found[5]!, saltSize) || !decodeBase64(found[6]!, keySize)) return undefined
    if (!isCanonical(found[5]!) || !isCanonical(found[6]!)) return undefined
    if (lanes < 1 || lanes > MOST.parallelism) return undefined
    return {
      verify: (text) => verify(stored, text),
      current: found[1] === 'id' && memory >= current.memoryCost && time >= current.timeCost,
    }
  }
