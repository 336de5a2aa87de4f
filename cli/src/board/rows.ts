import { fitLine, type Line, line, span } from './lines.ts'
import { type Table, tableLines } from './tables.ts'

/** Columns before each row: the mark of the one that is chosen, and a space. */
const MARK = 2

/** The first row that is seen, so that the chosen one is. */
const firstOf = (chosen: number, count: number, seen: number): number =>
  Math.max(0, Math.min(chosen - Math.floor(seen / 2), count - seen))

/**
 * A table of at most so many lines, with its header; around the chosen row where not all have room. Without `chosen` the first
 * rows are seen.
 */
export const rowLines = (table: Table, width: number, height: number, chosen?: number): Line[] => {
  if (height < 2) return []
  const [header = '', ...rows] = tableLines(table, width - MARK)
  const seen = Math.min(rows.length, height - 1)
  const first = chosen === undefined ? 0 : firstOf(chosen, rows.length, seen)
  const shown = rows.slice(first, first + seen).map((text, index): Line => {
    const isChosen = first + index === chosen
    return fitLine(isChosen ? [span('› ', 'accent'), span(text, 'strong')] : line(`  ${text}`), width)
  })
  return [fitLine(line(`  ${header}`, 'faint'), width), ...shown]
}
