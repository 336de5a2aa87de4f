import { settingTerms } from '@openauth/client'
import type { Row } from '../fields.ts'
import { FORMAT, type SecretReference } from './file-schema.ts'
import { isListPart, keyOfItem, type ListPart, parts, type RecordPart } from './parts.ts'
import { setAt, valueOfPath, type RemoteApp } from './read-app.ts'
import { secretFields, type SecretUse } from './secret-uses.ts'

/** `APP_GOOGLE_CLIENT_SECRET`, `APP_OKTA_CLIENT_SECRET`. Not GITHUB_…, which GitHub Actions refuses as names of secrets. */
const variableOf = (...words: readonly string[]): string =>
  `APP_${words
    .map((word) => word.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z0-9]+/g, '_'))
    .join('_')
    .toUpperCase()}`

interface Given {
  /** What the file says, without secrets. */
  values: Row
  remote: RemoteApp
  /** The references that the file has already. */
  secrets: readonly SecretUse[]
}

/** The reference of the file, else one to a variable where a secret is stored; undefined where there is neither. */
const referenceAt = ({ secrets, remote }: Given, path: readonly string[], variable: string): unknown => {
  const text = path.join('.')
  const found = secrets.find((use) => use.path.join('.') === text)
  if (found && (found.reference !== null || !remote.secrets.has(text))) return found.reference
  return remote.secrets.has(text) ? ({ env: variable } satisfies SecretReference) : undefined
}

const addRecord = (part: RecordPart, given: Given, into: Row): void => {
  for (const { key, path, isSecret } of part.places) {
    const value = isSecret
      ? referenceAt(given, path, variableOf(path[1]!, settingTerms[key as keyof typeof settingTerms]))
      : valueOfPath(given.values, path)
    if (value !== undefined) setAt(into, path, value)
  }
}

const itemWithReferences = (part: ListPart, item: Row, given: Given): Row => {
  const key = keyOfItem(part, item)
  const references = secretFields(part).flatMap((field) => {
    const reference = referenceAt(given, [part.name, key, field], variableOf(key, field))
    return reference === undefined ? [] : [[field, reference] as const]
  })
  const named = Object.fromEntries(references)
  const names = [...part.keys, ...Object.keys(part.fields).filter((name) => !part.keys.includes(name))]
  return Object.fromEntries(
    names.flatMap((name) => (name in named ? [[name, named[name]]] : name in item ? [[name, item[name]]] : [])),
  )
}

/** Everything that a file says, in its order, with references in place of secrets. */
export const withReferences = (given: Given): Row => {
  const into: Row = { openauth: FORMAT }
  for (const part of parts)
    if (!isListPart(part)) addRecord(part, given, into)
    else if (given.values[part.name] !== undefined)
      into[part.name] = (given.values[part.name] as Row[]).map((item) => itemWithReferences(part, item, given))
  return into
}
