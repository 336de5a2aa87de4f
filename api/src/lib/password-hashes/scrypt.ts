import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { decodeBase64, keySize, type ParseHash, saltSize } from './parsed-hash.ts'

interface ScryptCost {
  /** The power of two that is N. */
  logN: number
  r: number
  p: number
}

/** The most that a login may cost: 128 MiB (N × r × 128 bytes), and twice the work of filling them. */
const MOST_MEMORY = 2 ** 27
const MOST_WORK = 2 ** 28
/** The most bytes of blocks (r × p × 128) that PBKDF2 makes, once before and once after: 64 times those of common parameters. */
const MOST_BLOCKS = 2 ** 20

const isAllowed = ({ logN, r, p }: ScryptCost): boolean => {
  const memory = 2 ** logN * r * 128
  // RFC 7914, section 2: N is less than 2^(128 × r / 8).
  const isScrypt = logN >= 1 && r >= 1 && p >= 1 && logN < 16 * r
  return isScrypt && memory <= MOST_MEMORY && memory * p <= MOST_WORK && r * p * 128 <= MOST_BLOCKS
}

const derive = (text: string, salt: Buffer, size: number, { logN, r, p }: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { N: 2 ** logN, r, p, maxmem: 2 * MOST_MEMORY }
    scrypt(text, salt, size, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** scrypt (RFC 7914) in PHC form, `$scrypt$ln=14,r=8,p=1$salt$hash`, as passlib and others write it. */
export const parseScrypt: ParseHash = (stored) => {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([^$]{1,180})\$([^$]{1,180})$/.exec(stored)
  if (!found) return undefined
  const [logN, r, p] = found.slice(1, 4).map(Number) as [number, number, number]
  const [salt, key] = [decodeBase64(found[4]!, saltSize), decodeBase64(found[5]!, keySize)]
  const cost = { logN, r, p }
  if (!salt || !key || !isAllowed(cost)) return undefined
  return { verify: async (text) => timingSafeEqual(await derive(text, salt, key.length, cost), key), current: false }
}

const FIREBASE =
  /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3}),ss=([^,$]{0,44}),sk=([^,$]{1,180})\$([^$]{1,180})\$([^$]{1,180})$/

/**
 * Firebase's scrypt: the project's signer key encrypted by AES-256-CTR, with an IV of zeros, under the key that scrypt derives
 * from the password and from the salt with the project's separator. In the form that Supabase's server writes:
 * `$fbscrypt$v=1,n={mem_cost},r={rounds},p=1,ss={separator},sk={signer key}$salt$hash`.
 * https://github.com/firebase/scrypt, https://github.com/supabase/auth/blob/master/internal/crypto/password.go
 */
export const parseFirebaseScrypt: ParseHash = (stored) => {
  const found = FIREBASE.exec(stored)
  if (!found) return undefined
  const [logN, r, p] = found.slice(1, 4).map(Number) as [number, number, number]
  const separator = decodeBase64(found[4]!, { least: 0, most: 32 })
  const signer = decodeBase64(found[5]!, keySize)
  const [salt, hash] = [decodeBase64(found[6]!, saltSize), decodeBase64(found[7]!, keySize)]
  const cost = { logN, r, p }
  if (!separator || !signer || !salt || hash?.length !== signer.length || !isAllowed(cost)) return undefined
  return {
    verify: async (text) => {
      const key = await derive(text, Buffer.concat([salt, separator]), 32, cost)
      const encrypted = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer)
      return timingSafeEqual(encrypted, hash)
    },
    current: false,
  }
}
