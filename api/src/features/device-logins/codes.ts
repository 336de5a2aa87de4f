import { randomBytes, randomInt } from 'node:crypto'
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@openauth/client'

/** 256 random bits: a device code cannot be guessed (RFC 8628, section 5.2). */
export const newDeviceCode = (): string => randomBytes(32).toString('base64url')

/** 34 random bits, which a person types; guesses are limited instead (RFC 8628, section 5.1). */
export const newUserCode = (): string =>
  Array.from({ length: USER_CODE_LENGTH }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]).join('')
