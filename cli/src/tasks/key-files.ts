import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { encrypt, decrypt } from '../backup/age.ts'
import { readKey, readLock } from '../backup/locks.ts'
import { sizeOf } from '../backup/read-file.ts'
import type { Context } from '../context.ts'
import { failed, wrongUse } from '../failure.ts'
import { fileReason } from '../file-failure.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'
import { requireNoFile, writeNewFile } from '../whole-file.ts'

/** A keyring has some hundred bytes for each key. */
const MAX_BYTES = 64 * 1024

/** Where the server of this machine has its keyring, by its settings. */
const keyringPath = ({ environment: { env } }: Context, given: unknown): string => {
  if (typeof given === 'string') return resolve(given)
  const file = env['OPENAUTH_KEYRING_FILE']
  if (file) return resolve(file)
  const folder = env['OPENAUTH_DATA_DIR']
  if (folder) return resolve(join(folder, 'keys', 'keyring.json'))
  throw wrongUse(
    'Name the keyring with --keyring, or set OPENAUTH_DATA_DIR or OPENAUTH_KEYRING_FILE as the server has it',
  )
}

/** The ids of a keyring's keys. Throws a Failure for what is none. */
const idsOf = (content: Buffer, path: string): string[] => {
  try {
    const { version, current, keys } = JSON.parse(content.toString('utf8')) as Record<string, unknown>
    const ids = Object.keys(keys as object)
    if (version === 1 && typeof current === 'string' && ids.includes(current)) return ids
  } catch {
    // What is wrong is said below.
  }
  throw failed(`${path} is no keyring`)
}

async function* only(content: Uint8Array) {
  yield content
}

const elsewhere: Record<string, string> = { 'aws-kms': 'AWS KMS', 'vault-transit': 'Vault' }

/** Encrypts the keyring of this machine's server into a new file. No key goes over the network. */
export const backupKeys: RunTask = async (context, { argument, options }) => {
  const { env } = context.environment
  const service = elsewhere[env['OPENAUTH_KEK'] ?? '']
  if (service && options['keyring'] === undefined)
    return context.out.note(
      `The keys are in ${service}, which does not give them away: there is nothing to take. Protect them from deletion there.`,
    )
  if (argument === undefined) throw wrongUse('Name the file to write')
  const path = keyringPath(context, options['keyring'])
  const content = await readFile(path).catch((error: unknown) => {
    throw failed(
      `The keyring ${path} cannot be read: ${fileReason(error)}. Run this on the server's machine, as its user`,
    )
  })
  try {
    const ids = idsOf(content, path)
    await requireNoFile(argument)
    const lock = await readLock(context, options)
    await writeNewFile(argument, await encrypt(only(content), lock))
    context.out.data({ file: argument, keyring: path, keys: ids.join(', ') }, plainView)
    context.out.note('Keep it apart from the backups of the database: together they open every wallet.')
  } finally {
    content.fill(0)
  }
}

/** Puts a keyring from its backup where the server of this machine reads it. Never replaces one. */
export const restoreKeys: RunTask = async (context, { argument, options }) => {
  if (argument === undefined) throw wrongUse('Name the file of the backup')
  const path = keyringPath(context, options['keyring'])
  if ((await sizeOf(argument)) > 2 * MAX_BYTES) throw failed(`${argument} is too large for a keyring`)
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (exists)
    throw failed(
      `${path} exists. A keyring is never replaced: move it away, and keep it as long as data are sealed with it`,
    )
  const key = await readKey(context, options)
  const parts: Uint8Array[] = []
  for await (const part of decrypt(only(await readFile(argument)), key)) parts.push(part)
  const content = Buffer.concat(parts)
  const ids = idsOf(content, argument)
  await writeNewFile(path, content)
  content.fill(0)
  context.out.data({ keyring: path, keys: ids.join(', ') }, plainView)
  context.out.note("Make the server's user its owner, start the server, then: openauth restore <file>")
}
