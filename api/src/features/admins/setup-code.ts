import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Crockford's base32: no two characters look alike. https://www.crockford.com/base32.html */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/** 80 random bits in groups of four. */
const newCode = (): string => {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join('')
  return letters.match(/.{4}/g)!.join('-')
}

/** The file with the code; only its owner may read it. */
export const setupCodePath = (dataDir: string): string => join(dataDir, 'setup-code')

const isExisting = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'

/** The canonical form of a code: people type either case, with or without the hyphens. */
const canonical = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '')

const isComplete = (code: string): boolean => canonical(code).length === LENGTH

/** The code for a first set-up from another machine. Created once and kept until the server is set up. */
export const openSetupCode = async (dataDir: string): Promise<string> => {
  const path = setupCodePath(dataDir)
  const code = newCode()
  try {
    await writeFile(path, `${code}\n`, { flag: 'wx', mode: 0o600 })
    return code
  } catch (error) {
    if (!isExisting(error)) throw error
    const stored = (await readFile(path, 'utf8')).trim()
    if (isComplete(stored)) return stored
    // A start that was interrupted while writing, or a full disk, leaves a shorter code, which is easier to guess.
    await writeFile(path, `${code}\n`, { mode: 0o600 })
    return code
  }
}

/** Removes the code once the server is set up. */
export const removeSetupCode = (dataDir: string): Promise<void> => rm(setupCodePath(dataDir), { force: true })

const digest = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Compares a code in constant time. */
export const isSetupCode = (code: string, given: string): boolean =>
  timingSafeEqual(digest(canonical(code)), digest(canonical(given)))
