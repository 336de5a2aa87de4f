import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { passwordAsTyped } from '@openauth/client'

/**
 * argon2id with 19 MiB, two passes, one lane: the first choice of the OWASP Password Storage Cheat Sheet.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** More hashes than this at a time would only wait for a core, and hold 19 MiB each while they do. */
const concurrency = Math.max(1, Math.min(4, availableParallelism()))

/** Raised when more passwords wait to be hashed than the server can work off in a few seconds. */
export class HashingBusyError extends Error {
  override readonly name = 'HashingBusyError'
}
const longestQueue = 400

let running = 0
const waiting: (() => void)[] = []

const bounded = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running < concurrency) running += 1
  else {
    if (waiting.length >= longestQueue) throw new HashingBusyError('Too many passwords are waiting to be checked')
    await new Promise<void>((resume) => waiting.push(resume))
  }
  try {
    return await work()
  } finally {
    // The place goes to the next in line, if any, so that `running` never exceeds the bound.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Hashes a password, as typed, with argon2id; the answer is a PHC string. Throws HashingBusyError under overload. */
export const hashPassword = (password: string): Promise<string> => bounded(() => hash(passwordAsTyped(password), cost))

type Scheme = 'argon2id' | 'bcrypt'

/** Reads scheme and cost of a stored hash; undefined where it is unknown, or costs more than a login may. */
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

/** Whether a hash from elsewhere can be taken over: argon2id up to 128 MiB and 8 passes, bcrypt up to cost 14. */
export const isSupportedHash = (stored: string): boolean => schemeOf(stored) !== undefined

let decoy: Promise<string> | undefined

const matches = (scheme: Scheme, stored: string, text: string): Promise<boolean> =>
  bounded(() => (scheme === 'bcrypt' ? verifyBcrypt(text, stored) : verify(stored, text)))

/**
 * Checks a password, as typed. A hash from elsewhere may be of text that was never normalized: for such a hash, and only
 * where the two differ, the text as it was sent is tried as well. Without a stored hash it works as long on a decoy and
 * says no, so that time does not tell whether the account exists. `outdated` asks the caller to store a new hash.
 * Throws HashingBusyError under overload.
 */
export const verifyPassword = async (
  stored: string | null | undefined,
  sent: string,
): Promise<{ ok: boolean; outdated: boolean }> => {
  const password = passwordAsTyped(sent)
  const known = stored ? schemeOf(stored) : undefined
  if (!stored || !known) {
    decoy ??= hash(randomBytes(16).toString('hex'), cost)
    await matches('argon2id', await decoy, password)
    return { ok: false, outdated: false }
  }
  const { scheme, current } = known
  const asTyped = await matches(scheme, stored, password)
  const ok = asTyped || (!current && sent !== password && (await matches(scheme, stored, sent)))
  return { ok, outdated: ok && !current }
}
