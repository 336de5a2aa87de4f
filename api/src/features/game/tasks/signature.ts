import { createHmac, randomBytes } from 'node:crypto'

/** `ts_` and 32 hex digits: 128 random bits. */
export const newSigningSecret = (): string => `ts_${randomBytes(16).toString('hex')}`

/**
 * The value of `OpenAuth-Signature`: `t` is the time in seconds, each `v1` the HMAC-SHA-256 of `t`, a dot and the body by one secret, in
 * hex digits (RFC 2104). While a secret is being replaced there are two. The time is signed, so that a copy can be refused as too old.
 */
export const signatureHeader = (secrets: readonly string[], body: string, seconds: number): string =>
  [
    `t=${seconds}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`),
  ].join(',')
