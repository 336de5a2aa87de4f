import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import type { Context } from '../context.ts'
import type { Row } from '../fields.ts'
import { parseJson } from '../parse-json.ts'
import { profilesPath } from '../profiles-file.ts'
import { replaceFile } from '../whole-file.ts'

const Remembered = z.object({
  endpoint: z.string(),
  app: z.string(),
  file: z.string(),
  /** When the file and the server were the same. Milliseconds since the epoch. */
  at: z.number(),
  /** The app as the server had it then, in the form of the file and without secrets. */
  values: z.record(z.string(), z.unknown()),
})

/** What the last pull or push has seen: with it, changes of the server can be told from those of the file. */
export interface SeenApp {
  at: number
  values: Row
}

interface Place {
  context: Pick<Context, 'environment' | 'endpoint'>
  appId: string
  /** The path of the app's file; `-` is remembered nowhere. */
  path: string
}

const pathOf = ({ context, appId, path }: Place): string => {
  const key = [context.endpoint, appId, resolve(path)].join('\n')
  const name = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return join(dirname(profilesPath(context.environment.env)), 'pulled', `${name}.json`)
}

/** What was seen when the file was last pulled or pushed on this machine; undefined if it never was. */
export const readSeen = async (place: Place): Promise<SeenApp | undefined> => {
  if (place.path === '-') return undefined
  const text = await readFile(pathOf(place), 'utf8').catch(() => undefined)
  const parsed = text === undefined ? undefined : Remembered.safeParse(parseJson(text))
  return parsed?.success ? { at: parsed.data.at, values: parsed.data.values } : undefined
}

/** Remembers what the server has, after a pull or a push. */
export const rememberSeen = async (place: Place, values: Row): Promise<void> => {
  if (place.path === '-') return
  const { context, appId, path } = place
  const target = pathOf(place)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const seen = { endpoint: context.endpoint, app: appId, file: resolve(path), at: Date.now(), values }
  await replaceFile(target, `${JSON.stringify(seen)}\n`)
}
