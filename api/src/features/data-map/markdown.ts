import { dataMap, type MappedName, tableOf } from './data-map.ts'
import { outside } from './outside.ts'
import type { TableData } from './table-data.ts'

const code = (names: readonly string[] = []): string => names.map((name) => `\`${name}\``).join(', ')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const holdsPersonal = ({ fields }: TableData): boolean =>
  ['personal', 'pseudonym', 'operator'].some((of) => (fields[of as keyof typeof fields] ?? []).length > 0)

const entries = Object.entries(dataMap) as [MappedName, TableData][]

const tableAbout = (about: readonly TableData['about'][]): string =>
  table(
    ['table', 'what for', 'personal', 'ids that link rows', 'kept', 'deletion of a user'],
    entries
      .filter(([, data]) => about.includes(data.about) && holdsPersonal(data))
      .map(([model, { why, fields, kept, deletion }]) => [
        `\`${tableOf(model)}\``,
        why,
        code([...(fields.personal ?? []), ...(fields.operator ?? [])]) || '–',
        code(fields.pseudonym) || '–',
        kept,
        deletion,
      ]),
  )

/** The map as Markdown: the part of docs/privacy.md between its marks. */
export const dataMapMarkdown = (): string =>
  [
    '### About users',
    tableAbout(['users']),
    '### About operators',
    tableAbout(['operators', 'apps', 'server']),
    '### Outside the tables',
    table(
      ['place', 'holds', 'kept', 'deletion of a user'],
      outside.map(({ place, holds, kept, deletion }) => [place, holds, kept, deletion]),
    ),
    '### Tables without personal data',
    code(entries.filter(([, data]) => !holdsPersonal(data)).map(([model]) => tableOf(model))),
  ].join('\n\n')
