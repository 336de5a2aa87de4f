import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { normalizePassword } from '@openauth/client'
import { createFairQueue } from './fair-queue.ts'

/**
 * argon2id with 19 MiB, two passes, one lane: the first recommendation of the OWASP Password Storage Cheat Sheet.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * More concurrent hashes would only wait for a core while holding 19 MiB each. The queue is round-robin over the
 * callers' addresses and holds about one second of work per address and five seconds in total.
 */
const inTurn = createFairQueue({
  concurrency: Math.max(1, Math.min(4, availableParallelism())),
  perCaller: 50,
  total: 400,
  refusalDelay: 1000,
})

/**
 * Hashes a password, as typed, with argon2id; returns a PHC string. `caller` is the queue key of the caller's address.
 * Throws QueueFullError under overload.
 */
export const hashPassword = (password: string, caller: string): Promise<string> =>
  inTurn(caller, () => hash(normalizePassword(password), cost))

type Scheme = 'argon2id' | 'bcrypt'

/** Parses scheme and cost of a stored hash; undefined if it is unknown, or more expensive than a login may be. */
const schemeOf = (stored: string): { scheme: Scheme; current: boolean } | undefined => {
  const argon = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[\w+/]{11,86}\$[\w+/]{22,86}$/.exec(stored)
  if (argon) {
    const [memory, time, lanes] = argon.slice(1).map(Number) as [number, number, number]
    if (memory < 8 * lanes || memory > 131_072 || time < 1 || time > 8 || lanes < 1 || lanes > 4) return undefined
    const current = memory >= cost.memoryCost && time >= cost.timeCost
    return { scheme: 'argon2id', current }
  }
  const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored)
  if (bcrypt && Number(bcrypt[1]) >= 4 && Number(bcrypt[1]) <= 14) return { scheme: 'bcrypt', current: false }
  return undefined
}

/** Whether an imported hash is supported: argon2id up to 128 MiB and 8 passes, bcrypt up to cost 14. */
export const isSupportedHash = (stored: string): boolean => schemeOf(stored) !== undefined

const base64 = (length: number): string => randomBytes(length).toString('base64').replace(/=+$/, '')

/** Loaded with the first imported hash. */
const verifyBcrypt = async (text: string, hashed: string): Promise<boolean> =>
  (await import('@node-rs/bcrypt')).verify(text, hashed)

/** A hash that matches no password and has the cost of a new hash. */
export const decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`

/**
 * Checks a password, as typed. An imported hash may be of text that was not normalized, so if the two forms differ the
 * original text is tried as well. Without a stored hash it verifies a decoy and returns false, so that the response
 * time does not reveal whether the account exists. `outdated` asks the caller to store a new hash. `caller` is the
 * queue key as in hashPassword. Throws QueueFullError under overload.
 */
export const verifyPassword = async (
  stored: string | null | undefined,
  sent: string,
  caller: string,
): Promise<{ ok: boolean; outdated: boolean }> => {
  const password = normalizePassword(sent)
  const matches = (scheme: Scheme, hashed: string, text: string): Promise<boolean> =>
    inTurn(caller, () => (scheme === 'bcrypt' ? verifyBcrypt(text, hashed) : verify(hashed, text)))
  const known = stored ? schemeOf(stored) : undefined
  if (!stored || !known) {
    await matches('argon2id', decoy, password)
    return { ok: false, outdated: false }
  }
  const { scheme, current } = known
  const asTyped = await matches(scheme, stored, password)
  const ok = asTyped || (!current && sent !== password && (await matches(scheme, stored, sent)))
  return { ok, outdated: ok && !current }
}
