import { createReadStream } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { CliEnvironment } from '../cli-environment.ts'
import { fileReason } from '../file-failure.ts'
import type { Difference } from './differences.ts'
import type { SecretReference } from './file-schema.ts'
import { filePathText } from './file-path.ts'
import type { AppFile } from './parse-file.ts'
import type { RemoteApp } from './read-app.ts'
import type { SecretUse } from './secret-uses.ts'

/** No secret of a provider is as long. Bytes. */
const LONGEST = 65_536

export interface ResolvedSecrets {
  differences: Difference[]
  /** Values to send, by their paths. */
  values: Map<string, string | null>
  /** References that lead to nothing, with their places. */
  missing: string[]
  /** Secrets that are stored and cannot be compared. */
  unknown: string[]
}

/** How a reference is written in messages. */
const referenceText = (reference: SecretReference): string =>
  'env' in reference ? `{ env: ${reference.env} }` : `{ file: ${reference.file} }`

type Found = { value: string } | { problem: string }

const readSecretFile = async (path: string): Promise<Found> => {
  try {
    // What a shell gives in place of a file, as `<(pass show google)`, has no size; a device may never end.
    const chunks: Buffer[] = await createReadStream(path, { end: LONGEST }).toArray()
    const bytes = Buffer.concat(chunks)
    if (bytes.length > LONGEST) return { problem: 'is too long for a secret' }
    const value = bytes.toString('utf8').replace(/\r?\n$/, '')
    return value === '' ? { problem: 'is empty' } : { value }
  } catch (error) {
    return { problem: `cannot be read: ${fileReason(error)}` }
  }
}

const find = async (reference: SecretReference, env: CliEnvironment['env'], folder: string): Promise<Found> => {
  if ('file' in reference) return readSecretFile(resolve(folder, reference.file))
  // Every object has a `constructor`.
  const value = Object.hasOwn(env, reference.env) ? env[reference.env] : undefined
  return value ? { value } : { problem: 'is not set, or empty' }
}

/** Where files of references are looked for: beside the file of the app. */
export const folderOf = (path: string): string => (path === '-' ? process.cwd() : dirname(resolve(path)))

/** How secrets are treated: `keep`: none is sent; `send`: those that cannot be compared are sent too. */
export interface SecretOptions {
  keep: boolean
  send: boolean
}

/** A client's secret is of its client: with another one it is sent, though nobody can compare it. */
const clientChanges = (differences: readonly Difference[], path: readonly string[]): boolean =>
  differences.some(
    (difference) =>
      difference.path[0] === path[0] &&
      difference.path[1] === path[1] &&
      (difference.kind === 'added' || ['issuer', 'clientId'].includes(difference.path[2]!)),
  )

const difference = (use: SecretUse, isStored: boolean): Difference => ({
  path: use.path,
  before: isStored ? '(stored)' : null,
  after: use.reference === null ? null : referenceText(use.reference),
  kind: 'secret',
})

interface Given {
  file: AppFile
  remote: RemoteApp
  differences: readonly Difference[]
}

/** Reads the secrets that a file names, and compares them with those of the server. Their values are in nothing else that is returned. */
export const resolveSecrets = async (
  { env, folder }: { env: CliEnvironment['env']; folder: string },
  { file, remote, differences }: Given,
  options: SecretOptions,
): Promise<ResolvedSecrets> => {
  const resolved: ResolvedSecrets = { differences: [], values: new Map(), missing: [], unknown: [] }
  if (options.keep) return resolved
  const send = (use: SecretUse, value: string | null, isStored: boolean) => {
    resolved.values.set(use.path.join('.'), value)
    resolved.differences.push(difference(use, isStored))
  }
  for (const use of file.secrets) {
    const stored = remote.secrets.get(use.path.join('.'))
    if (use.reference === null) {
      if (stored !== undefined) send(use, null, true)
      continue
    }
    const found = await find(use.reference, env, folder)
    if ('problem' in found) {
      const place = `${file.placeOf(use.filePath)}: ${filePathText(use.filePath)}`
      resolved.missing.push(`${place}: ${referenceText(use.reference)} ${found.problem}`)
    } else if (stored !== true) {
      if (stored !== found.value.trim()) send(use, found.value, stored !== undefined)
    } else if (options.send || clientChanges(differences, use.path)) send(use, found.value, true)
    else resolved.unknown.push(use.path.join('.'))
  }
  return resolved
}

/** The paths of stored secrets that the file does not name, where it has what is around them. */
export const unnamedSecrets = ({ secrets, values }: AppFile, remote: RemoteApp): string[] => {
  const named = new Set(secrets.map(({ path }) => path.join('.')))
  return [...remote.secrets.keys()].filter((path) => !named.has(path) && values[path.split('.')[0]!] !== undefined)
}
