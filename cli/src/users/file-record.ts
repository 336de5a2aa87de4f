/** A row of a file, counted from 1, as an object with the file's own fields. */
export interface FileRecord {
  row: number
  value: unknown
  /** Whether it is of CSV, where all values are text. */
  isCsv?: true
  /** What is wrong with the row itself, such as too few cells. */
  problem?: string
}
