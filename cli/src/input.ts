import type { Input } from '@openauth/client'
import type { z } from 'zod'
import { complaintsOf } from './complaints.ts'
import { type Context, routeOf } from './context.ts'
import { wrongUse } from './failure.ts'
import type { Flag } from './flag.ts'
import { isArgumentOnly, type Leaf } from './leaf.ts'
import { readFlag } from './read-flag.ts'
import { askSecret, checkFor, readSecret } from './secret-input.ts'
import { readText } from './standard-input.ts'
import { isInteractive } from './world.ts'

/** What the shell gave: arguments by key, flags by name, and where more of the input is. */
export interface Given {
  args: Record<string, string>
  flags: Record<string, string | string[] | true>
  /** A JSON file, `-` for standard input. */
  input?: string
  clear?: string[]
  /** Keys that come from elsewhere and are not asked for. */
  without?: string[]
}

const schemaOf = ({ group, verb }: Leaf, key: string) =>
  routeOf(group, verb).input.shape[key] as z.core.$ZodType | undefined

const questionOf = (leaf: Leaf, flag: Flag) => ({
  flag,
  schema: schemaOf(leaf, flag.key),
  isNew: flag.key === 'password',
})

const readInputFile = async ({ world }: Context, path: string, leaf: Leaf): Promise<Input> => {
  const name = path === '-' ? 'Standard input' : path
  const json: unknown = await readText(world, path).then((text) => {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw wrongUse(`${name} is not JSON: ${(error as Error).message}`)
    }
  })
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw wrongUse(`${name} must hold a JSON object`)
  const known = leaf.flags.filter(({ key }) => !isArgumentOnly(leaf, key)).map(({ key }) => key)
  return Object.fromEntries(Object.entries(json).filter(([key]) => known.includes(key)))
}

const readGiven = async (
  context: Context,
  leaf: Leaf,
  flag: Flag,
  given: string | string[] | true,
): Promise<unknown> => {
  if (flag.kind === 'secret') return readSecret(context, questionOf(leaf, flag), given as string | true)
  const isFile = flag.kind === 'json' && typeof given === 'string' && given.startsWith('@')
  return readFlag(flag, isFile ? await readText(context.world, given.slice(1)) : (given as string | string[]))
}

const clearedKeys = (leaf: Leaf, names: string[]): Input =>
  Object.fromEntries(
    names.map((name) => {
      const flag = leaf.flags.find((candidate) => candidate.name === name.replace(/^--/, ''))
      if (flag?.cleared === undefined) {
        const clearable = leaf.flags.filter(({ cleared }) => cleared !== undefined).map((candidate) => candidate.name)
        throw wrongUse(`--clear takes one of ${clearable.join(', ')}`)
      }
      return [flag.key, flag.cleared]
    }),
  )

/** Asks for what is missing and needed, where somebody can answer. */
const askMissing = async (context: Context, leaf: Leaf, input: Input, without: string[]): Promise<Input> => {
  const answers: Input = {}
  const elsewhere = new Set([...leaf.appKeys, ...without])
  for (const flag of leaf.flags) {
    if (!flag.required || input[flag.key] !== undefined || elsewhere.has(flag.key)) continue
    if (flag.kind === 'secret') answers[flag.key] = await askSecret(context, questionOf(leaf, flag))
    else if (flag.kind === 'text' && isInteractive(context.world))
      answers[flag.key] = await context.world.prompts.text({
        label: flag.name[0]!.toUpperCase() + flag.name.slice(1).replaceAll('-', ' '),
        check: checkFor(schemaOf(leaf, flag.key)),
      })
  }
  return answers
}

/** Puts a call's input together from arguments, flags, files and prompts. App names stand where their ids will. */
export const gatherInput = async (context: Context, leaf: Leaf, given: Given): Promise<Input> => {
  const input: Input = given.input === undefined ? {} : await readInputFile(context, given.input, leaf)
  for (const flag of leaf.flags) {
    const argument = given.args[flag.key]
    const value = given.flags[flag.name]
    if (argument !== undefined && value !== undefined) throw wrongUse(`${flag.name} is given twice`)
    const found = argument ?? value
    if (found !== undefined)
      input[flag.key] = leaf.appKeys.includes(flag.key) ? found : await readGiven(context, leaf, flag, found)
  }
  Object.assign(input, clearedKeys(leaf, given.clear ?? []))
  return { ...input, ...(await askMissing(context, leaf, input, given.without ?? [])) }
}

/** How the shell calls a place of the input: `<id>`, or `--redirect-origins` 0. */
const shellNameOf = (leaf: Leaf, path: string): string => {
  const [key = '', ...rest] = path.split('.')
  const name = leaf.flags.find((flag) => flag.key === key)?.name
  if (name === undefined) return path
  return [isArgumentOnly(leaf, key) ? `<${name}>` : `--${name}`, ...rest].join(' ')
}

/** Checks an input against the contract before anything is sent. Throws wrong use with every complaint. */
export const checkInput = (leaf: Leaf, input: Input): void => {
  const result = routeOf(leaf.group, leaf.verb).input.safeParse(input, { reportInput: true })
  if (!result.success)
    throw wrongUse(
      'Nothing was sent:',
      complaintsOf(result.error, (path) => shellNameOf(leaf, path)),
    )
}
