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

const rowWidth = (widths: number[]) => widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1))

/** Narrows the widest column that is not fixed until the row fits or every such column has its minimum width. */
const fit = (widths: number[], columns: TableColumn[], available: number): number[] => {
  const fitted = [...widths]
  while (rowWidth(fitted) > available) {
    const widest = Math.max(...fitted.map((width, index) => (columns[index]!.fixed ? 0 : width)))
    if (widest <= MIN_WIDTH) break
    const index = fitted.findIndex((width, at) => width === widest && !columns[at]!.fixed)
    fitted[index] = widest - 1
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

/** Lays out rows in aligned columns. `available` is the terminal's width; without it no cell is truncated. */
export const layOut = (all: TableColumn[], available: number | undefined, style: Style): string => {
  const columns = available === undefined ? all : shortenToFit(all, available)
  const natural = columns.map(naturalWidth)
  const widths = available === undefined ? natural : fit(natural, columns, available)
  if (available !== undefined && rowWidth(widths) > available) return stack(all, style)
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => pad(clip(cell, widths[index]!), widths[index]!))
      .join(' '.repeat(GAP))
      .trimEnd()
  const rows = (columns[0]?.cells ?? []).map((_, row) => line(columns.map(({ cells }) => cells[row]!)))
  return [style.header(line(columns.map(({ header }) => header))), ...rows].join('\n')
}
