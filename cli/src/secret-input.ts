import type { Context } from './context.ts'
import type { Check } from './check-value.ts'
import { wrongUse } from './failure.ts'
import type { Flag } from './flag.ts'
import { readText } from './standard-input.ts'
import { isInteractive } from './cli-environment.ts'

/** The environment variables that supply a secret; other secrets have none. */
const variables: Readonly<Record<string, string>> = {
  password: 'OPENAUTH_PASSWORD',
  setupCode: 'OPENAUTH_SETUP_CODE',
  passphrase: 'OPENAUTH_BACKUP_PASSPHRASE',
  code: 'OPENAUTH_CODE',
}

const waysToGive = ({ name, key }: Flag) => {
  if (key === 'password') return `--${name}-stdin, --${name} @file or ${variables['password']}`
  const more = variables[key] ? `, or ${variables[key]}` : ''
  return `--${name} @file, or --${name} @- for standard input${more}`
}

/** Reads a secret from its environment variable. */
export const secretFromEnvironment = (
  { environment, out }: Pick<Context, 'environment' | 'out'>,
  { name, key }: Pick<Flag, 'name' | 'key'>,
): string | undefined => {
  const variable = variables[key]
  const given = variable === undefined ? undefined : environment.env[variable]
  if (given) out.note(`The ${name.replaceAll('-', ' ')} comes from ${variable}.`)
  return given || undefined
}

export interface SecretQuestion {
  flag: Flag
  /** Loads the check of what is typed at a prompt for a new secret. */
  loadCheck?: () => Promise<Check>
  /** Whether the secret is new: it is prompted for twice, because a mistyped one would lock its owner out. */
  isNew: boolean
}

/** Reads a secret that no flag supplies: from the environment, or from a prompt. */
export const askSecret = async (
  context: Pick<Context, 'environment' | 'out'>,
  { flag, loadCheck, isNew }: SecretQuestion,
): Promise<string> => {
  const { environment } = context
  const given = secretFromEnvironment(context, flag)
  if (given) return given
  if (!isInteractive(environment))
    throw wrongUse(
      `A ${flag.name.replaceAll('-', ' ')} is needed, and there is no terminal to prompt on. Give it with ${waysToGive(flag)}`,
    )
  const label = flag.name.replaceAll('-', ' ')
  return environment.prompts.secret({
    label: label[0]!.toUpperCase() + label.slice(1),
    ...(isNew ? { repeat: 'Once more' } : {}),
    ...(isNew && loadCheck ? { check: await loadCheck() } : {}),
  })
}

/** Reads a secret from its flag's value, or, without one, from the environment or a prompt. */
export const readOrAskSecret = async (
  context: Pick<Context, 'environment' | 'out'>,
  question: SecretQuestion,
  given: string | true | undefined,
): Promise<string> =>
  given === undefined ? askSecret(context, question) : ((await readSecret(context, question, given)) ?? '')

/** Reads a password from --password or --password-stdin, or, without them, from the environment or a prompt. */
export const readPassword = (
  context: Pick<Context, 'environment' | 'out'>,
  { password, passwordStdin }: Record<string, unknown>,
  question: SecretQuestion,
): Promise<string> => readOrAskSecret(context, question, passwordStdin ? '@-' : (password as string | true | undefined))

/** Reads a secret from its flag's value. Refuses the secret itself: other accounts can read a process's arguments. */
export const readSecret = async (
  context: Pick<Context, 'environment' | 'out'>,
  question: SecretQuestion,
  given: string | true,
): Promise<string | null> => {
  const { flag } = question
  // Reading a terminal as a file would echo the secret; a prompt does not.
  if (given === true || (given === '@-' && isInteractive(context.environment))) return askSecret(context, question)
  if (given === 'null' && flag.cleared === null) return null
  if (!given.startsWith('@') || given.length === 1)
    throw wrongUse(
      `--${flag.name} does not take the secret itself, since others can read the arguments of a process. Give it with ${waysToGive(flag)}`,
    )
  const text = (await readText(context.environment, given.slice(1))).replace(/\r?\n$/, '')
  if (text === '') throw wrongUse(`The file of --${flag.name} is empty`)
  return text
}
