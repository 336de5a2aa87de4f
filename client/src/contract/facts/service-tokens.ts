/**
 * How every service token begins, so that scanners find one that was published. The form follows GitHub's
 * (https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/): a prefix, random
 * letters, and a checksum by which a mistyped or made-up one is told without asking the server.
 */
export const SERVICE_TOKEN_PREFIX = 'oas_'
/** 178 bits. */
export const SERVICE_TOKEN_RANDOM = 30
const CHECKSUM_LENGTH = 6

/** The digits of base 62, in the order of their values. */
export const SERVICE_TOKEN_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The form in words. */
export const serviceTokenForm = `${SERVICE_TOKEN_PREFIX} and ${SERVICE_TOKEN_RANDOM + CHECKSUM_LENGTH} letters and digits`

/** The longest life of a service token. Days. */
export const MAX_SERVICE_TOKEN_DAYS = 365
/** The most working service tokens that an admin has. */
export const MAX_SERVICE_TOKENS = 20
/** How long before its end a service token is told as expiring. Days. */
export const SERVICE_TOKEN_WARNING_DAYS = 14

const form = new RegExp(`^${SERVICE_TOKEN_PREFIX}[0-9A-Za-z]{${SERVICE_TOKEN_RANDOM + CHECKSUM_LENGTH}}$`)

/** CRC-32 as of zlib and PNG (ISO 3309), bit by bit: its inputs are short. */
const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (const letter of text) {
    crc ^= letter.charCodeAt(0)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** The last letters of a service token: the CRC-32 of its random ones, in base 62. */
export const serviceTokenChecksum = (random: string): string => {
  let rest = crc32(random)
  let letters = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    letters = SERVICE_TOKEN_LETTERS[rest % 62]! + letters
    rest = Math.floor(rest / 62)
  }
  return letters
}

/** Whether a text has the beginning of a service token, mistyped or not. */
export const looksLikeServiceToken = (text: string): boolean => text.startsWith(SERVICE_TOKEN_PREFIX)

/** Whether a text is a service token by its form and its checksum. */
export const isServiceToken = (text: string): boolean => {
  if (!form.test(text)) return false
  const letters = text.slice(SERVICE_TOKEN_PREFIX.length)
  return serviceTokenChecksum(letters.slice(0, SERVICE_TOKEN_RANDOM)) === letters.slice(SERVICE_TOKEN_RANDOM)
}
