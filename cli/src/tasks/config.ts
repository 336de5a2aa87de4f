import type { Context } from '../context.ts'
import { DEFAULT_ENDPOINT, endpointOf } from '../endpoint.ts'
import { wrongUse } from '../failure.ts'
import { isPlain } from '../format.ts'
import { changeProfilesFile, profilesPath, settingGuards, type Settings } from '../profiles-file.ts'
import type { RunTask } from '../task.ts'
import { plainView } from '../view.ts'

type Key = keyof Settings

/** The settings, with what they are for and what holds without them. */
const settings: Record<Key, { fallback: string; description: string }> = {
  endpoint: { fallback: DEFAULT_ENDPOINT, description: 'the server of commands that name none' },
  'token-store': { fallback: 'auto', description: 'auto, keychain or file: where tokens of new sessions are stored' },
  browser: { fallback: 'auto', description: 'auto or never: whether addresses are opened in a browser' },
}
const keys = Object.keys(settings) as Key[]

const isKey = (text: string): text is Key => Object.hasOwn(settings, text)

const keyOf = (text: string): Key => {
  if (isKey(text)) return text
  throw wrongUse(`There is no setting “${text}”. There are: ${keys.join(', ')}`)
}

const valueOf = ({ saved }: Context, key: Key): string => saved.settings?.[key] ?? settings[key].fallback

/** Prints a setting. */
export const get: RunTask = async (context, { args }) => {
  const key = keyOf(args[0]!)
  const value = valueOf(context, key)
  if (!isPlain(context.out.format)) context.out.data({ [key]: value }, plainView)
  else context.environment.stdout.write(`${value}\n`)
}

/** Lists all settings. */
export const list: RunTask = async (context) => {
  const rows = keys.map((key) => ({
    key,
    value: valueOf(context, key),
    from: context.saved.settings?.[key] === undefined ? 'default' : 'saved',
    description: settings[key].description,
  }))
  context.out.data(rows, { ...plainView, columns: ['key', 'value', 'from', 'description'] })
}

const parse = (key: Key, text: string): string => {
  const value = key === 'endpoint' ? endpointOf(text) : text
  if (!settingGuards[key](value)) throw wrongUse(`${key} must be ${settings[key].description.split(':')[0]}`)
  return value
}

/** Saves a setting. */
export const set: RunTask = async ({ environment, out }, { args: [name = '', text = ''] }) => {
  const key = keyOf(name)
  const value = text === 'null' ? undefined : parse(key, text)
  await changeProfilesFile(profilesPath(environment.env), (file) => ({
    ...file,
    settings: { ...file.settings, [key]: value },
  }))
  out.note(value === undefined ? `${key} is ${settings[key].fallback} again.` : `${key} is ${value} now.`)
}

/** Prints where settings and sessions are. */
export const path: RunTask = async ({ environment }) => {
  environment.stdout.write(`${profilesPath(environment.env)}\n`)
}
