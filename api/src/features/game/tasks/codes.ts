import { createHash, randomInt } from 'node:crypto'

/** Crockford's base 32: digits and letters without I, L, O and U, which are read as others or as words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 125 random bits. */
const LENGTH = 25
const GROUP = 5

/** A new code in groups: `7ZK3Q-…`. */
export const newCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]!)
    .join('')
    .replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-')

/** What a person typed, in the form that is compared: https://www.crockford.com/base32.html */
const canonical = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** SHA-256, under which codes are stored and looked up. Random codes of this length need no slower digest. */
export const codeDigest = (typed: string): Buffer<ArrayBuffer> => createHash('sha256').update(canonical(typed)).digest()
