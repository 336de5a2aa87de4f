import { createHash } from 'node:crypto'
import { RECOVERY_LENGTH, RECOVERY_LETTERS, shownRecoveryCode, USER_CODE_LETTERS } from '@openauth/client'
import { base58 } from '@scure/base'

/** Bytes that depend on the kind and the place of a value among those of its kind, and on nothing else. */
const bytes = (kind: string, index: number, length: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) =>
    createHash('sha256').update(`${kind} ${index} ${block}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}

const hex = (kind: string, index: number, length: number) => bytes(kind, index, length).toString('hex')
const letters = (kind: string, index: number) =>
  [...bytes(kind, index, 8)].map((byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[byte % 26]).join('')

/** Base 32 (RFC 4648). */
const letters32 = (kind: string, index: number) =>
  [...bytes(kind, index, 32)].map((byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('')

const recoveryCode = (index: number) =>
  shownRecoveryCode(
    [...bytes('recovery', index, RECOVERY_LENGTH)]
      .map((byte) => RECOVERY_LETTERS[byte % RECOVERY_LETTERS.length])
      .join(''),
  )

/** The form of a task's one-time code. */
const taskCode = (index: number) =>
  Array.from({ length: 5 }, (_, group) => letters('code', index * 5 + group).slice(0, 5))
    .join('-')
    .replace(/[ILOU]/g, '0')

/** With a slash, so that no form below fits a part of it. */
const webhookSecret = (index: number) =>
  `whsec_${bytes('webhook secret', index, 32)
    .toString('base64')
    .replace(/^(.{20})./, '$1/')}`

const uuid = (index: number) =>
  hex('uuid', index, 16).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/** What differs from run to run, by its form, and what stands in its place. The first form that fits counts. */
const forms: [RegExp, (index: number, found: string) => string][] = [
  [/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, (index) => `eyJhbGciOiJFZERTQSJ9.e30.${hex('token', index, 16)}`],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, uuid],
  [/\bwhsec_[\w+/]{43}=/g, (index) => webhookSecret(index)],
  [/\bts_[0-9a-f]{32}\b/g, (index) => `ts_${hex('task secret', index, 16)}`],
  [/\b(?:[0-9A-Z]{5}-){4}[0-9A-Z]{5}\b/g, taskCode],
  [/\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b/g, recoveryCode],
  [/\b[A-Z2-7]{32}\b/g, (index) => letters32('authenticator', index)],
  [/^[0-9a-f]{8}(?=:\d+$)/g, (index) => hex('server', index, 4)],
  [/\boa_[0-9a-f]{32}\b/g, (index) => `oa_${hex('secret', index, 16)}`],
  [/\boas_[0-9A-Za-z]{36}\b/g, (index) => `oas_${hex('service token', index, 18)}`],
  [/\b0x[0-9a-fA-F]{130,}\b/g, (index) => `0x${hex('signature', index, 65)}`],
  [/\b0x[0-9a-fA-F]{64}\b/g, (index) => `0x${hex('hash', index, 32)}`],
  [/\b0x[0-9a-fA-F]{40}\b/g, (index) => `0x${hex('address', index, 20)}`],
  [/\b[1-9A-HJ-NP-Za-km-z]{85,90}\b/g, (index) => base58.encode(bytes('signature', index, 64))],
  [/\b5[1-9A-HJ-NP-Za-km-z]{46,47}\b/g, (index) => `5${base58.encode(bytes('ss58', index, 35)).slice(0, 47)}`],
  [/\b[1-9A-HJ-NP-Za-km-z]{43,44}\b/g, (index) => base58.encode(bytes('solana', index, 32))],
  [
    /(?:[A-Za-z0-9+/]{4}){30,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/g,
    (index, found) => bytes('base64', index, Math.floor((found.length * 3) / 4)).toString('base64'),
  ],
  [
    /\b[\w-]{40,}\b/g,
    (index, found) => bytes('text', index, found.length).toString('base64url').slice(0, found.length),
  ],
  [/http:\/\/127\.0\.0\.1:\d+/g, () => 'https://rpc.example'],
  [/^127\.0\.0\.1:\d+$/g, () => 'rpc.example'],
  [/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, (index) => new Date(FIRST_INSTANT + index * 1000).toISOString()],
]

const FIRST_INSTANT = Date.UTC(2026, 0, 1)
const isInstant = (value: number) => value > Date.UTC(2025, 0, 1) && value < Date.UTC(2100, 0, 1)

const sameLength =
  (encoding: 'base64' | 'base64url') =>
  (index: number, found: string): string =>
    bytes(encoding, index, Math.floor((found.length * 3) / 4)).toString(encoding)

/** Fields whose text differs in every run and has no recognizable form. */
const named: Record<string, (index: number, found: string) => string> = {
  referCode: (index) => letters('referCode', index),
  nodeVersion: () => 'v22.12.0',
  lastFour: (index) => hex('lastFour', index, 2),
  installation: (index) => hex('installation', index, 6),
  server: (index) => hex('server', index, 4),
  nonce: (index) => hex('nonce', index, 8),
  hash: (index) => hex('hash', index, 32),
  previous: (index) => hex('previous', index, 32),
  digest: (index) => hex('digest', index, 32),
  publicKey: () =>
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
  jwtSecret: () =>
    '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
  code: (index) => String(100_000 + index),
  deviceCode: sameLength('base64url'),
  userCode: (index) => {
    const code = [...bytes('user code', index, 8)].map((byte) => USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length])
    return `${code.slice(0, 4).join('')}-${code.slice(4).join('')}`
  },
  transaction: sameLength('base64'),
  picture: sameLength('base64'),
  attestationObject: sameLength('base64url'),
  authenticatorData: sameLength('base64url'),
  clientDataJSON: sameLength('base64url'),
}

/** Figures of a server's health. */
const measured: Record<string, number> = {
  freeBytes: 60_000_000_000,
  totalBytes: 100_000_000_000,
  sizeBytes: 40_000_000,
  bytes: 200_000,
  rows: 100,
  used: 12,
  latencyMs: 1.5,
  ms: 12,
  uptimeSeconds: 3600,
  answered: 240,
  resident: 180_000_000,
  heapUsed: 60_000_000,
  inUse: 1,
  idle: 2,
}

/**
 * Puts stable values in the place of ids, tokens, addresses and times. One value keeps one stand-in in all examples; times,
 * of which some are equal by chance, are numbered in each example.
 */
export const createStabilizer = (): ((example: unknown) => unknown) => {
  let instants = 0
  const known = new Map<string, string>()
  const counts = new Map<unknown, number>()
  const standIn = (form: unknown, found: string, make: (index: number, found: string) => string) => {
    const before = known.get(found)
    if (before !== undefined) return before
    const index = (counts.get(form) ?? 0) + 1
    counts.set(form, index)
    const made = make(index, found)
    known.set(found, made).set(made, made)
    return made
  }
  const text = (key: string, value: string): string => {
    const make = named[key]
    if (make && !/^[a-z_]+$/.test(value)) return standIn(key, value, make)
    return forms.reduce((sofar, [form, made]) => sofar.replace(form, (found) => standIn(form, found, made)), value)
  }
  const walk = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return text(key, value)
    if (typeof value === 'number' && measured[key] !== undefined) return measured[key]
    if (typeof value === 'number' && isInstant(value)) return FIRST_INSTANT + (instants += 1) * 1000
    if (Array.isArray(value)) return value.map((inner) => walk(inner, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]))
  }
  return (example) => {
    instants = 0
    return walk(example)
  }
}
