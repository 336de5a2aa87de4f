import { isRecord, leavesOf, type Row, valueAt } from './fields.ts'
import { kebab } from './kebab.ts'
import { printable } from './printable.ts'
import { pad, widthOf } from './terminal-width.ts'
import { fieldText, plainText, type View } from './view.ts'

export interface Field {
  label: string
  /** May have several lines. */
  text: string
}

/** Aligned fields. Further lines of a value are indented, so that no value looks like a field. */
export const alignFields = (
  fields: Field[],
  linesOfText: (field: Field) => string[],
  bold = (text: string) => text,
) => {
  const width = Math.max(0, ...fields.map(({ label }) => widthOf(label)))
  const indent = ' '.repeat(width + 2)
  return fields.flatMap((field) => {
    const [first = '', ...further] = linesOfText(field)
    return [`${bold(pad(field.label, width))}  ${first}`, ...further.map((line) => `${indent}${line}`)]
  })
}

/** A record of a list as lines. A line end in one of its values is escaped: it would look like a field of the record. */
const blockOf = (item: unknown, path: string, view: View): string[] => {
  if (!isRecord(item)) return [printable(plainText(item, ', '))]
  const fields = leavesOf(item).map(([key, value]) => ({
    label: printable(key),
    text: leafText(value, `${path}.${key}`, view, ', '),
  }))
  return alignFields(fields, ({ text }) => text.split('\n'))
}

/** The text of a leaf. A list of records is a block for each, which begins with a dash. */
const leafText = (value: unknown, path: string, view: View, separator: string): string => {
  if (isRecord(value)) return plainText(undefined, separator)
  if (!Array.isArray(value) || !value.some(isRecord)) {
    const text = fieldText(value, path, view, separator)
    return separator === '\n' ? text : printable(text)
  }
  return value
    .flatMap((item) => blockOf(item, path, view).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`))
    .join('\n')
}

/** The first part of a path is the name of the flag that sets the field; the rest is as in its JSON. */
const labelOf = (path: string): string => path.replace(/^[^.]+/, kebab)

/** With more empty fields than this, their names are joined in one line. */
const MAX_EMPTY_LINES = 3
export const NOT_SET = 'not set'

/** The leaves to print: those that --fields selects, in their order, or all. */
const selectedLeaves = (record: Row, { fields }: View): [path: string, value: unknown][] =>
  fields === undefined
    ? leavesOf(record)
    : fields.flatMap((path): [string, unknown][] => {
        const value = valueAt(record, path)
        return isRecord(value) && Object.keys(value).length > 0 ? leavesOf(value, `${path}.`) : [[path, value]]
      })

const textOf = ([path, value]: [path: string, value: unknown], view: View): string => {
  const text = leafText(value, path, view, '\n').trimEnd()
  const name = path === 'appId' && typeof value === 'string' ? view.names.get(value) : undefined
  return name === undefined ? text : `${text} (${printable(name)})`
}

/** The fields of a single object, those of objects within it too. */
export const fieldsOf = (record: Row, view: View): Field[] => {
  const leaves = selectedLeaves(record, view)
  const empty = leaves.filter(([, value]) => value === null)
  const isCrowded = view.fields === undefined && empty.length > MAX_EMPTY_LINES
  const listed = leaves.filter(([, value]) => !isCrowded || value !== null)
  const fields = listed.map((leaf) => ({ label: labelOf(leaf[0]), text: textOf(leaf, view) }))
  return isCrowded ? [...fields, { label: NOT_SET, text: empty.map(([path]) => labelOf(path)).join(' ') }] : fields
}
