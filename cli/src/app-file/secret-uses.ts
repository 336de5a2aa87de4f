import { isRecord, type Row } from '../fields.ts'
import { isSecretName } from '../secrets.ts'
import type { FilePath } from './file-path.ts'
import type { SecretReference } from './file-schema.ts'
import { isListPart, keyOfItem, type ListPart, parts } from './parts.ts'

/** A secret that the file names. */
export interface SecretUse {
  /** Its path by keys of items: `oidcConnections`, `okta`, `clientSecret`. */
  path: readonly string[]
  /** Its path in the file. */
  filePath: FilePath
  /** Null: it is removed. */
  reference: SecretReference | null
}

/** The paths of the secrets of an app, and the fields of items that are some. */
export const secretPlaces: readonly (readonly string[])[] = parts.flatMap((part) =>
  isListPart(part) ? [] : part.places.filter(({ isSecret }) => isSecret).map(({ path }) => path),
)
export const secretFields = ({ fields }: ListPart): string[] => Object.keys(fields).filter(isSecretName)

/** A copy without what stands at a path, and what stood there. */
const taken = (value: Row, [first, ...rest]: readonly string[]): { value: Row; found: unknown } => {
  if (first === undefined || !Object.hasOwn(value, first)) return { value, found: undefined }
  const { [first]: below, ...others } = value
  if (rest.length === 0) return { value: others, found: below }
  if (!isRecord(below)) return { value, found: undefined }
  const deeper = taken(below, rest)
  return { value: { ...value, [first]: deeper.value }, found: deeper.found }
}

/** Takes the secrets out of what a file says. */
export const secretsOf = (given: Row): { values: Row; secrets: SecretUse[] } => {
  const secrets: SecretUse[] = []
  let values = given
  for (const path of secretPlaces) {
    const { value, found } = taken(values, path)
    values = value
    if (found !== undefined) secrets.push({ path, filePath: path, reference: found as SecretReference | null })
  }
  for (const part of parts.filter(isListPart)) {
    const items = values[part.name]
    if (!Array.isArray(items)) continue
    const cleaned = (items as Row[]).map((item, index) => {
      let rest = item
      for (const field of secretFields(part)) {
        const { value, found } = taken(rest, [field])
        rest = value
        const path = [part.name, keyOfItem(part, item), field]
        if (found !== undefined)
          secrets.push({
            path,
            filePath: [part.name, index, field],
            reference: found as SecretReference | null,
          })
      }
      return rest
    })
    values = { ...values, [part.name]: cleaned }
  }
  return { values, secrets }
}
