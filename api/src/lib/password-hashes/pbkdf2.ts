import { pbkdf2, timingSafeEqual } from 'node:crypto'
import { decodeBase64, keySize, type ParsedHash, type ParseHash, saltSize } from './parsed-hash.ts'

/** The digests, and how many bytes one block of theirs derives. */
const blocks = { sha1: 20, sha256: 32, sha512: 64 } as const
type Digest = keyof typeof blocks

/** The most that a login may cost: iterations times blocks, twice what Django 5.2 asks for. */
const MOST_ITERATIONS = 2_000_000

interface Pbkdf2 {
  digest: Digest
  iterations: number
  salt: Buffer
  key: Buffer
}

const parsed = ({ digest, iterations, salt, key }: Pbkdf2): ParsedHash | undefined => {
  const work = iterations * Math.ceil(key.length / blocks[digest])
  if (!(iterations >= 1 && work <= MOST_ITERATIONS)) return undefined
  const derive = (text: string) =>
    new Promise<Buffer>((resolve, reject) => {
      pbkdf2(text, salt, iterations, key.length, digest, (error, derived) => (error ? reject(error) : resolve(derived)))
    })
  return { verify: async (text) => timingSafeEqual(await derive(text), key), current: false }
}

const digestOf = (name: string | undefined): Digest => (name ?? 'sha1').toLowerCase() as Digest

/** `$pbkdf2-sha256$i=27500,l=32$salt$hash` (PHC), and passlib's `$pbkdf2-sha256$29000$salt$hash`; without a digest it is SHA-1. */
const PHC = /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,7})(?:,l=(\d{1,3}))?\$([^$]{1,180})\$([^$]{1,180})$/

/** Django's: the salt is text. https://docs.djangoproject.com/en/stable/topics/auth/passwords/ */
const DJANGO = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,7})\$([^$]{1,128})\$([^$]{1,180})$/

/** PBKDF2 (RFC 8018) with SHA-1, SHA-256 or SHA-512, in PHC form, in passlib's and in Django's. */
export const parsePbkdf2: ParseHash = (stored) => {
  const phc = PHC.exec(stored)
  const django = phc ? null : DJANGO.exec(stored)
  const [digest, iterations, salt, key] = phc
    ? [phc[1], phc[2], decodeBase64(phc[4]!, saltSize), decodeBase64(phc[5]!, keySize)]
    : [django?.[1], django?.[2], django && Buffer.from(django[3]!), decodeBase64(django?.[4] ?? '', keySize)]
  if (!iterations || !salt || !key) return undefined
  if (phc?.[3] !== undefined && Number(phc[3]) !== key.length) return undefined
  return parsed({ digest: digestOf(digest), iterations: Number(iterations), salt, key })
}

/** Version 3's header: the marker, then pseudo-random function, iterations and size of the salt, 32-bit big-endian each. */
const HEADER = 13
const functions: readonly Digest[] = ['sha1', 'sha256', 'sha512']

/**
 * ASP.NET Core Identity's, in base64: version 2 is 0, a salt of 16 bytes and a key of 32 by a thousand iterations of SHA-1;
 * version 3 has its parameters in a header.
 * https://github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs
 */
export const parseAspNet: ParseHash = (stored) => {
  if (stored.length > 400 || !/^[A-Za-z0-9+/]+={0,2}$/.test(stored) || stored.length % 4 !== 0) return undefined
  const bytes = Buffer.from(stored, 'base64')
  if (bytes[0] === 0 && bytes.length === 49)
    return parsed({ digest: 'sha1', iterations: 1000, salt: bytes.subarray(1, 17), key: bytes.subarray(17) })
  if (bytes[0] !== 1 || bytes.length < HEADER) return undefined
  const digest = functions[bytes.readUInt32BE(1)]
  const end = HEADER + bytes.readUInt32BE(9)
  const [salt, key] = [bytes.subarray(HEADER, end), bytes.subarray(end)]
  // The shortest salt and key that ASP.NET itself takes.
  if (!digest || salt.length < 16 || key.length < keySize.least || key.length > keySize.most) return undefined
  return parsed({ digest, iterations: bytes.readUInt32BE(5), salt, key })
}
