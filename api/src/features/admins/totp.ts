import { TOTP_DIGITS, TOTP_PERIOD } from '@openauth/client'
import { Secret, TOTP } from 'otpauth'

/** Bytes of a secret, as RFC 4226, section 4, recommends. */
const SECRET_BYTES = 20

/** Steps before and after the present one whose codes are accepted too: clocks differ, and typing takes time (RFC 6238, 5.2). */
const WINDOW = 1

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: 'OpenAuth', label, secret: Secret.fromBase32(secret), digits: TOTP_DIGITS, period: TOTP_PERIOD })

/** A new secret in base 32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address of a secret for a QR code. */
export const totpUri = (secret: string, username: string): string => totpOf(secret, username).toString()

/** The time step of a code; undefined for a wrong one. Milliseconds. */
export const stepOf = (secret: string, code: string, now: number): number | undefined => {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now })
  return delta === null ? undefined : Math.floor(now / 1000 / TOTP_PERIOD) + delta
}
