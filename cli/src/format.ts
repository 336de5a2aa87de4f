import { wrongUse } from './failure.ts'
import type { GlobalFlags } from './cli-environment.ts'

/** How results are printed. */
export interface Format {
  kind: 'text' | 'json' | 'csv' | 'tsv' | 'ids'
  /** The fields to print, as they were given. */
  fields?: string[]
  /** A JMESPath expression, whose result is printed in place of the answer. */
  query?: string
  /** Whether text has times in UTC in place of the local time zone. */
  utc: boolean
}

/** Flags of which a command takes one. */
const exclusive: readonly (readonly (keyof GlobalFlags)[])[] = [
  ['json', 'csv', 'tsv', 'quiet'],
  ['fields', 'query', 'quiet'],
]

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

const fieldsOf = (given: string): string[] => {
  const fields = given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (fields.length === 0) throw wrongUse('--fields takes names of fields with commas between them, such as: id,name')
  return fields
}

/** Whether nothing but the text for people is asked for. */
export const isPlain = ({ kind, fields, query }: Format): boolean =>
  kind === 'text' && fields === undefined && query === undefined

/** The format that the flags select. Throws wrong use for flags that exclude each other. */
export const formatOf = (flags: GlobalFlags): Format => {
  for (const group of exclusive) {
    const given = group.filter((flag) => flags[flag] !== undefined).map((flag) => `--${flag}`)
    if (given.length > 1) throw wrongUse(`${listed(given)} exclude each other. Give one of them`)
  }
  const { json, csv, tsv, quiet, fields, query, utc = false } = flags
  const kind = json ? 'json' : csv ? 'csv' : tsv ? 'tsv' : quiet ? 'ids' : 'text'
  return {
    kind,
    ...(fields === undefined ? {} : { fields: fieldsOf(fields) }),
    ...(query === undefined ? {} : { query }),
    utc,
  }
}
