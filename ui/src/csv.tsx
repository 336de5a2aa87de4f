/**
 * What a spreadsheet interprets as a formula, by OWASP ASVS 1.2.10; CR, LF and the full-width forms as well.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@＝＋－＠\t\r\n\0]/

/**
 * What a spreadsheet that splits lines at semicolons, bars, tabs or line breaks takes for the start of another cell. Quotes do
 * not protect it, because there the quoted text does not begin its cell.
 */
const cellStarts = /[;|\t\r\n][\s";|]*[=+\-@＝＋－＠]?/g

/** Puts an apostrophe before each sign of a formula with which such a cell would begin. */
const withoutInnerFormulas = (text: string): string =>
  text.replace(cellStarts, (start) =>
    formula.test(start.at(-1)!) && /\S$/.test(start) ? `${start.slice(0, -1)}'${start.at(-1)}` : start,
  )

export type CsvValue = string | number | boolean | bigint | Date | null | undefined

/** A number or a date cannot be a formula, and keeps its sign; text is quoted as RFC 4180 section 2 says. */
const cell = (value: CsvValue): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'string') return String(value)
  const inner = withoutInnerFormulas(value)
  const text = formula.test(value) ? `'${inner}` : inner
  return /[",\r\n\t\0]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export interface CsvColumn<Row> {
  title: string
  value: (row: Row) => CsvValue
}

/**
 * Rows as CSV (RFC 4180): CRLF after each line, the titles first. Texts that a spreadsheet would run as a formula get an
 * apostrophe before the sign of the formula.
 */
export const csvOf = <Row,>(columns: readonly CsvColumn<Row>[], rows: Iterable<Row>): string => {
  const lines = [columns.map(({ title }) => cell(title))]
  for (const row of rows) lines.push(columns.map(({ value }) => cell(value(row))))
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

/** Gives the browser a text file to save; `type` is its media type. */
export const downloadText = (fileName: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has the data by the next task. https://w3c.github.io/FileAPI/#url-model
  setTimeout(() => URL.revokeObjectURL(url), 0)
}

/** Gives the browser a CSV file to save. The byte order mark makes Excel read it as UTF-8. */
export const downloadCsv = (fileName: string, csv: string): void => downloadText(fileName, `\uFEFF${csv}`, 'text/csv')
