import { z } from 'zod'
import type { Context } from './context.ts'
import { validationMessages } from './validation-messages.ts'
import { wrongUse } from './failure.ts'
import type { Flag } from './flag.ts'
import { readText } from './standard-input.ts'
import { isInteractive } from './cli-environment.ts'

/** The environment variables that answer for a secret; other secrets have none. */
const variables: Readonly<Record<string, string>> = {
  password: 'OPENAUTH_PASSWORD',
  setupCode: 'OPENAUTH_SETUP_CODE',
}

const ways = ({ name, key }: Flag) => {
  if (key === 'password') return `--${name}-stdin, --${name} @file or ${variables['password']}`
  const more = variables[key] ? `, or ${variables[key]}` : ''
  return `--${name} @file, or --${name} @- for standard input${more}`
}

/** A secret that the environment brings. */
export const secretFromEnvironment = (
  { environment, out }: Pick<Context, 'environment' | 'out'>,
  { name, key }: Pick<Flag, 'name' | 'key'>,
): string | undefined => {
  const variable = variables[key]
  const given = variable === undefined ? undefined : environment.env[variable]
  if (given) out.note(`The ${name.replaceAll('-', ' ')} comes from ${variable}.`)
  return given || undefined
}

/** A check for a prompt: what is wrong with the answer, if anything. */
export const checkFor =
  (schema: z.core.$ZodType | undefined) =>
  (value: string): string | undefined => {
    const result = schema ? z.safeParse(schema, value) : undefined
    return result?.success === false ? validationMessages(result.error, () => '')[0] : undefined
  }

export interface SecretQuestion {
  flag: Flag
  schema?: z.core.$ZodType | undefined
  /** Whether it is new, so that a slip of the finger would lock somebody out: it is asked for twice. */
  isNew: boolean
}

/** A secret that no flag brought: from the environment, or asked for where somebody can answer. */
export const askSecret = async (
  context: Pick<Context, 'environment' | 'out'>,
  { flag, schema, isNew }: SecretQuestion,
): Promise<string> => {
  const { environment } = context
  const given = secretFromEnvironment(context, flag)
  if (given) return given
  if (!isInteractive(environment))
    throw wrongUse(`A ${flag.name.replaceAll('-', ' ')} is needed, and nobody can be asked. Give it with ${ways(flag)}`)
  const label = flag.name.replaceAll('-', ' ')
  return environment.prompts.secret({
    label: label[0]!.toUpperCase() + label.slice(1),
    ...(isNew ? { repeat: 'Once more' } : {}),
    ...(isNew ? { check: checkFor(schema) } : {}),
  })
}

/** Reads what a secret's flag says. The secret itself is refused: any account may read a process's arguments. */
export const readSecret = async (
  context: Pick<Context, 'environment' | 'out'>,
  question: SecretQuestion,
  given: string | true,
): Promise<string | null> => {
  const { flag } = question
  // What is typed at a terminal would be shown as it is typed, if it were read as a file.
  if (given === true || (given === '@-' && isInteractive(context.environment))) return askSecret(context, question)
  if (given === 'null' && flag.cleared === null) return null
  if (!given.startsWith('@') || given.length === 1)
    throw wrongUse(
      `--${flag.name} does not take the secret itself, since others can read the arguments of a process. Give it with ${ways(flag)}`,
    )
  const text = (await readText(context.environment, given.slice(1))).replace(/\r?\n$/, '')
  if (text === '') throw wrongUse(`What --${flag.name} names is empty`)
  return text
}
