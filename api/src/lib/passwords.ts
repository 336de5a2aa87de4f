import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { normalizePassword } from '@openauth/client'
import { createFairQueue } from './fair-queue.ts'
import { createHashParser } from './password-hashes/index.ts'

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

const parseHash = createHashParser(cost)

/**
 * Whether an imported hash is supported: argon2 up to 128 MiB and 8 passes, bcrypt up to cost 14, scrypt (also Firebase's) up
 * to 128 MiB, PBKDF2 up to two million iterations, in the forms of `password-hashes`.
 */
export const isSupportedHash = (stored: string): boolean => parseHash(stored) !== undefined

const base64 = (length: number): string => randomBytes(length).toString('base64').replace(/=+$/, '')

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
  const known = stored ? parseHash(stored) : undefined
  if (!stored || !known) {
    await inTurn(caller, () => verify(decoy, password))
    return { ok: false, outdated: false }
  }
  const { current } = known
  const asTyped = await inTurn(caller, () => known.verify(password))
  const ok = asTyped || (!current && sent !== password && (await inTurn(caller, () => known.verify(sent))))
  return { ok, outdated: ok && !current }
}
