/** Digits of a code of an authenticator (RFC 6238), as all of them show it. */
export const TOTP_DIGITS = 6
/** Seconds for which a code of an authenticator is shown. */
export const TOTP_PERIOD = 30
/** How many recovery codes an admin gets. */
export const RECOVERY_CODES = 10

/** The letters of recovery codes: Crockford's base 32, in which no two look alike (https://www.crockford.com/base32.html). */
export const RECOVERY_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Letters of a recovery code: 80 random bits. */
export const RECOVERY_LENGTH = 16

/** A code as it is compared: people type either case, with or without hyphens and spaces. */
export const plainSecondFactor = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** A recovery code as it is shown: `7Q4K-9V2M-XH3T-0B8D`. */
export const shownRecoveryCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-')
