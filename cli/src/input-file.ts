import type { Input } from '@openauth/client'
import { wrongUse } from './failure.ts'
import { isRecord } from './fields.ts'
import { nameOfFile, readText } from './standard-input.ts'
import type { CliEnvironment } from './cli-environment.ts'

/** A message of V8's JSON.parse, which cites the text itself: that may hold secrets. */
const withoutText = (message: string): string =>
  message.replace(/, (\.\.\.)?"[^]*$/, '').replace(/ in JSON at position.*$/, '')

const parseJson = async (name: string, text: string): Promise<unknown> => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { placeOfJsonError } = await import('./yaml.ts')
    throw wrongUse(`${name} is not JSON: ${withoutText((error as Error).message)}${placeOfJsonError(text)}`)
  }
}

const parseYaml = async (name: string, text: string): Promise<unknown> =>
  (await import('./yaml.ts')).parseYaml(name, text)

/** JSON by the file's ending, or by its first character; else YAML. */
const isJson = (path: string, text: string): boolean => {
  if (/\.ya?ml$/i.test(path)) return false
  return /\.json$/i.test(path) || /^\s*[{[]/.test(text)
}

/** The object that a JSON or YAML file holds; standard input for `-`. Throws wrong use with the place of an error. */
export const readInputFile = async (environment: CliEnvironment, path: string): Promise<Input> => {
  const name = nameOfFile(path)
  const text = await readText(environment, path)
  if (text.trim() === '') throw wrongUse(`${name} is empty. It must hold an object with the fields, as JSON or YAML`)
  const value = await (isJson(path, text) ? parseJson : parseYaml)(name, text)
  if (!isRecord(value)) throw wrongUse(`${name} must hold an object with the fields, as JSON or YAML`)
  return value
}
