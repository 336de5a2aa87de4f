import type { CallRow, Findings, MemoryRow } from './flat.ts'
import type { Latency } from './measures.ts'

const milliseconds = (value: number | undefined): string =>
  value === undefined ? '–' : value.toFixed(value < 10 ? 1 : 0)
const megabytes = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(0))

const latency = (of: Latency | undefined): string[] => [milliseconds(of?.p50), milliseconds(of?.p99)]

const callCells = ({ kind, calls, failures, first, last, steep }: CallRow): string[] => [
  kind,
  String(calls),
  String(failures),
  ...latency(first),
  ...latency(last),
  steep ?? '',
]

const memoryCells = ({ program, start, end, steep }: MemoryRow): string[] => [
  program,
  '',
  '',
  megabytes(start),
  '',
  megabytes(end),
  '',
  steep ?? '',
]

/** Aligns the first column to the left and figures to the right. */
const aligned = (rows: string[][]): string[] => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const cell = (text: string, column: number, last: number) =>
    column === 0 || column === last ? text.padEnd(widths[column]!) : text.padStart(widths[column]!)
  return rows.map((row) =>
    row
      .map((text, column) => cell(text, column, row.length - 1))
      .join('  ')
      .trimEnd(),
  )
}

/** A table of every kind of call and every program's memory. */
export const tableOf = ({ calls, memory }: Findings): string => {
  const rows = [
    ['call', 'calls', 'failures', 'first p50', 'p99', 'last p50', 'p99', 'ms'],
    ...calls.map(callCells),
    ['memory', '', '', 'first', '', 'last', '', 'MB'],
    ...memory.map(memoryCells),
  ]
  return aligned(rows).join('\n')
}

/** The failed calls in a sentence; empty without failures. */
export const failuresOf = ({ calls }: Findings): string[] => {
  const failed = calls.filter(({ failures }) => failures > 0)
  const count = failed.reduce((sum, { failures }) => sum + failures, 0)
  const kinds = failed.map(({ kind }) => kind).join(', ')
  return count === 0
    ? []
    : [`${count} ${count === 1 ? 'failure' : 'failures'}, printed above where it happened: ${kinds}.`]
}

/** A sentence for each line that is not flat. */
export const steepLinesOf = ({ calls, memory }: Findings): string[] => [
  ...calls.flatMap(({ kind, steep }) => (steep ? [`Latency is not flat: ${kind}: ${steep}.`] : [])),
  ...memory.flatMap(({ program, steep }) => (steep ? [`Memory is not flat: ${program} ${steep}.`] : [])),
]
