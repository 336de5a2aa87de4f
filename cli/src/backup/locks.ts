import type { Context } from '../context.ts'
import { failed, wrongUse } from '../failure.ts'
import type { Flag } from '../flag.ts'
import { readOrAskSecret, readPassword } from '../secret-input.ts'
import { readText } from '../standard-input.ts'
import type { Key, Lock } from './age.ts'

/** Options as Commander gives them. */
interface Options {
  recipient?: string
  identity?: string
  passphrase?: string | true
}

const secretFlag = (name: string): Flag => ({ key: name, name, kind: 'secret', required: true, description: name })

/** The passphrase of a file; a new one is asked for twice. */
const readPassphrase = async (context: Context, given: string | true | undefined, isNew: boolean): Promise<string> => {
  const question = { flag: secretFlag('passphrase'), isNew }
  const passphrase = await readOrAskSecret(context, question, given)
  if (isNew && passphrase.length < 12)
    throw wrongUse('The passphrase must have 12 characters or more: whoever has the file can try as many as they like')
  return passphrase
}

/** The caller's own password, which backup and restore ask for again. */
export const readOwnPassword = (context: Context, options: Record<string, unknown>): Promise<string> =>
  readPassword(context, options, { flag: secretFlag('password'), isNew: false })

/** For whom a new file is encrypted: recipients of age, or a passphrase. */
export const readLock = async (context: Context, { recipient, passphrase }: Options): Promise<Lock> => {
  if (recipient === undefined) return { passphrase: await readPassphrase(context, passphrase, true) }
  if (passphrase !== undefined) throw wrongUse('Give --recipient or --passphrase, not both')
  const recipients = recipient
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  const wrong = recipients.find((each) => !/^age1[0-9a-z]+$/.test(each))
  if (wrong !== undefined || recipients.length === 0)
    throw wrongUse('--recipient takes public keys of age, which begin with age1, separated by commas')
  return { recipients }
}

/** What opens a file: identities of age in a file, or a passphrase. */
export const readKey = async (context: Context, { identity, passphrase }: Options): Promise<Key> => {
  if (identity === undefined) return { passphrase: await readPassphrase(context, passphrase, false) }
  const lines = (await readText(context.environment, identity)).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw failed(`${identity} has no identity of age (AGE-SECRET-KEY-…)`)
  return { identities }
}
