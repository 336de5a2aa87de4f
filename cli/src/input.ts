import type { Input } from '@openauth/client'
import type { Context } from './context.ts'
import { wrongUse } from './failure.ts'
import type { Flag } from './flag.ts'
import { isArgumentOnly, shellNameOf, type CommandSpec } from './command-spec.ts'
import type { NestedFlag } from './nested-flags.ts'
import { readFlag } from './read-flag.ts'
import { askSecret, readSecret } from './secret-input.ts'
import { didYouMean, similarTo } from './similar.ts'
import { readText } from './standard-input.ts'
import { isSurely } from './sure-form.ts'
import { isInteractive } from './cli-environment.ts'

/** The command line: arguments by key, flags by name, and the file with further input. */
export interface GivenInput {
  args: Record<string, string>
  flags: Record<string, string | string[] | true>
  /** The flags with dots, in their order. */
  nested: NestedFlag[]
  /** The path of a JSON file, or `-` for standard input. */
  input?: string
  clear?: string[]
  /** Keys that are supplied elsewhere and not prompted for. */
  without?: string[]
}

const loadCheck = async ({ group, verb }: CommandSpec, key: string) =>
  (await import('./check-value.ts')).checkOf(group, verb, key)

const questionOf = (spec: CommandSpec, flag: Flag) => ({
  flag,
  loadCheck: () => loadCheck(spec, flag.key),
  isNew: flag.key === 'password',
})

/** The fields of a file by their keys. Others are told of: a mistyped one would be lost without a word. */
const readFields = async (context: Context, path: string, spec: CommandSpec): Promise<Input> => {
  const { readInputFile } = await import('./input-file.ts')
  const given = await readInputFile(context.environment, path)
  const flags = spec.flags.filter(({ key }) => !isArgumentOnly(spec, key))
  const unknown = Object.keys(given).filter((key) => !flags.some((flag) => flag.key === key))
  const keys = flags.map(({ key }) => key)
  const named = unknown.map((key) => {
    const similar = similarTo(key, keys)
    return similar === undefined ? key : `${key} (did you mean ${similar}?)`
  })
  if (named.length > 0) context.out.note(`Not used of ${path === '-' ? 'standard input' : path}: ${named.join(', ')}`)
  return Object.fromEntries(
    flags
      .filter(({ key }) => Object.hasOwn(given, key))
      .map((flag) => {
        const value = given[flag.key]
        const isTime = flag.kind === 'instant' && typeof value === 'string'
        return [flag.key, isTime ? readFlag(flag, value, flag.key) : value]
      }),
  )
}

const readGiven = async (
  context: Context,
  spec: CommandSpec,
  flag: Flag,
  given: string | string[] | true,
): Promise<unknown> => {
  if (flag.kind === 'secret') return readSecret(context, questionOf(spec, flag), given as string | true)
  const isFile = flag.kind === 'json' && typeof given === 'string' && given.startsWith('@')
  const text = isFile ? await readText(context.environment, given.slice(1)) : (given as string | string[])
  return readFlag(flag, text, shellNameOf(spec, [flag.key]))
}

const clearedKeys = (spec: CommandSpec, names: string[]): Input =>
  Object.fromEntries(
    names.map((name) => {
      const flag = spec.flags.find((candidate) => candidate.name === name.replace(/^--/, ''))
      if (flag?.cleared === undefined) {
        const clearable = spec.flags.filter(({ cleared }) => cleared !== undefined).map((candidate) => candidate.name)
        throw wrongUse(`--clear takes one of ${clearable.join(', ')}${didYouMean(name, clearable)}`)
      }
      return [flag.key, flag.cleared]
    }),
  )

/** Prompts for missing required fields if there is a terminal. */
const askMissing = async (context: Context, spec: CommandSpec, input: Input, without: string[]): Promise<Input> => {
  const answers: Input = {}
  const elsewhere = new Set([...spec.appKeys, ...without])
  for (const flag of spec.flags) {
    if (!flag.required || input[flag.key] !== undefined || elsewhere.has(flag.key)) continue
    if (flag.kind === 'secret') answers[flag.key] = await askSecret(context, questionOf(spec, flag))
    else if (flag.kind === 'text' && isInteractive(context.environment))
      answers[flag.key] = await context.environment.prompts.text({
        label: flag.name[0]!.toUpperCase() + flag.name.slice(1).replaceAll('-', ' '),
        check: await loadCheck(spec, flag.key),
      })
  }
  return answers
}

/** Builds a call's input from arguments, flags, files and prompts. App names are not yet resolved to ids. */
export const gatherInput = async (context: Context, spec: CommandSpec, given: GivenInput): Promise<Input> => {
  const input: Input = given.input === undefined ? {} : await readFields(context, given.input, spec)
  for (const flag of spec.flags) {
    const argument = given.args[flag.key]
    const value = given.flags[flag.name]
    if (argument !== undefined && value !== undefined) throw wrongUse(`${flag.name} is given twice`)
    const found = argument ?? value
    if (found !== undefined)
      input[flag.key] = spec.appKeys.includes(flag.key) ? found : await readGiven(context, spec, flag, found)
  }
  if (given.nested.length > 0) {
    const { applyNestedFlags } = await import('./nested-input.ts')
    Object.assign(input, await applyNestedFlags(context, spec, input, given.nested))
  }
  Object.assign(input, clearedKeys(spec, given.clear ?? []))
  return { ...input, ...(await askMissing(context, spec, input, given.without ?? [])) }
}

/** Whether an input is valid beyond doubt, by the forms of its fields alone. */
const isSurelyValid = ({ flags, hasSureInput }: CommandSpec, input: Input): boolean =>
  hasSureInput &&
  flags.every(({ key, form, required }) => {
    const value = input[key]
    return value === undefined ? !required : form !== undefined && isSurely(form, value)
  }) &&
  Object.keys(input).every((key) => flags.some((flag) => flag.key === key))

/**
 * Validates an input against the contract before the call. Throws wrong use with every problem. The contract's schemas, which
 * take longer to load than the call, are asked where the forms of the fields leave a doubt.
 */
export const checkInput = async (spec: CommandSpec, input: Input): Promise<void> => {
  if (!isSurelyValid(spec, input)) (await import('./check-input.ts')).checkBySchema(spec, input)
}
