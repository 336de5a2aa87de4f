import { clip, pad, shorten, widthOf } from './terminal-width.ts'

/** One column, ready to print. A fixed column is never truncated; a shortened one loses its middle before a row has no room. */
export interface TableColumn {
  header: string
  cells: string[]
  fixed: boolean
  shortened?: boolean
}

const GAP = 2
const MIN_WIDTH = 8

type LeastWidth = (column: TableColumn) => number

const rowWidth = (widths: number[]) => widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1))

/** Narrows the widest column that is not fixed until the row fits or every such column has its least width. */
const fit = (widths: number[], columns: TableColumn[], available: number, leastOf: LeastWidth): number[] => {
  const fitted = [...widths]
  const room = (index: number) => (columns[index]!.fixed ? 0 : Math.max(0, fitted[index]! - leastOf(columns[index]!)))
  while (rowWidth(fitted) > available) {
    const narrowable = fitted.map((width, index) => (room(index) > 0 ? width : 0))
    const widest = Math.max(...narrowable)
    if (widest === 0) break
    fitted[narrowable.indexOf(widest)] = widest - 1
  }
  return fitted
}

const naturalWidth = ({ header, cells }: TableColumn): number =>
  cells.reduce((widest, cell) => Math.max(widest, widthOf(cell)), widthOf(header))

/** Shortens one column after the other until the row fits. */
const shortenToFit = (columns: TableColumn[], available: number): TableColumn[] => {
  const index = columns.findIndex(({ shortened }) => shortened)
  if (index === -1 || rowWidth(columns.map(naturalWidth)) <= available) return columns
  const { header, cells } = columns[index]!
  return shortenToFit(columns.with(index, { header, cells: cells.map(shorten), fixed: true }), available)
}

interface Style {
  header: (text: string) => string
}

/** Layout for narrow terminals: a line per cell, and a blank line between rows. */
const stack = (columns: TableColumn[], style: Style): string => {
  const width = Math.max(...columns.map(({ header }) => widthOf(header)))
  const block = (row: number) =>
    columns.map(({ header, cells }) => `${style.header(pad(header, width))}${' '.repeat(GAP)}${cells[row]!}`).join('\n')
  return columns[0]!.cells.map((_, row) => block(row)).join('\n\n')
}

/** A table's text, and the headers of columns for which the terminal has no room. */
export interface LaidOut {
  text: string
  omitted: string[]
}

/** The widths of columns on a terminal; undefined where they do not fit. */
const widthsOn = (columns: TableColumn[], available: number, leastOf: LeastWidth): number[] | undefined => {
  const widths = fit(columns.map(naturalWidth), columns, available, leastOf)
  return rowWidth(widths) <= available ? widths : undefined
}

const linesOf = (columns: TableColumn[], widths: number[], style: Style): string => {
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => pad(clip(cell, widths[index]!), widths[index]!))
      .join(' '.repeat(GAP))
      .trimEnd()
  const rows = (columns[0]?.cells ?? []).map((_, row) => line(columns.map(({ cells }) => cells[row]!)))
  return [style.header(line(columns.map(({ header }) => header))), ...rows].join('\n')
}

/**
 * Lays out rows in aligned columns. `available` is the terminal's width; without it no cell is truncated. Where not all
 * columns fit, the last are left out as long as `least` remain; where these do not fit either, each cell has a line.
 */
export const layOut = (
  all: TableColumn[],
  available: number | undefined,
  style: Style,
  least: number = all.length,
): LaidOut => {
  if (available === undefined) return { text: linesOf(all, all.map(naturalWidth), style), omitted: [] }
  for (let count = all.length; count >= least && count > 0; count -= 1) {
    const columns = shortenToFit(all.slice(0, count), available)
    // Rather than to cut its header, a column is left out.
    const leastOf = ({ header }: TableColumn) => (count > least ? Math.max(MIN_WIDTH, widthOf(header)) : MIN_WIDTH)
    const widths = widthsOn(columns, available, leastOf)
    if (widths) return { text: linesOf(columns, widths, style), omitted: all.slice(count).map(({ header }) => header) }
  }
  return { text: stack(all, style), omitted: [] }
}
