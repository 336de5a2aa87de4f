import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Crockford's base32: no letter is read for another. https://www.crockford.com/base32.html */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 16

/** 80 random bits in groups of four. */
const newCode = (): string => {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]!).join('')
  return letters.match(/.{4}/g)!.join('-')
}

/** Where the code is kept, for its owner alone. */
export const setupCodePath = (dataDir: string): string => join(dataDir, 'setup-code')

const isExisting = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST'

/** As people type it: in either case, with or without the hyphens. */
const asTyped = (code: string): string => code.toUpperCase().replace(/[^0-9A-Z]/g, '')

const isWhole = (code: string): boolean => asTyped(code).length === LENGTH

/** The code that the first set-up from another machine has to show. Made once and kept until the server is set up. */
export const openSetupCode = async (dataDir: string): Promise<string> => {
  const path = setupCodePath(dataDir)
  const code = newCode()
  try {
    await writeFile(path, `${code}\n`, { flag: 'wx', mode: 0o600 })
    return code
  } catch (error) {
    if (!isExisting(error)) throw error
    const kept = (await readFile(path, 'utf8')).trim()
    if (isWhole(kept)) return kept
    // A start that ended while it wrote, or a full disk, leaves a part of a code, which is easier to guess.
    await writeFile(path, `${code}\n`, { mode: 0o600 })
    return code
  }
}

export const removeSetupCode = (dataDir: string): Promise<void> => rm(setupCodePath(dataDir), { force: true })

const digest = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Whether a caller knows the code; the time that it takes tells nothing of it. */
export const isSetupCode = (code: string, given: string): boolean =>
  timingSafeEqual(digest(asTyped(code)), digest(asTyped(given)))
