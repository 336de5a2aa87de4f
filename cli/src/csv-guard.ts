/** The first characters of cells that spreadsheets take for formulas, also in full width, and after guards. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Guards a cell of CSV against being run as a formula: https://owasp.org/www-community/attacks/CSV_Injection */
export const guardCell = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell)

/** The cell as it was before guardCell. */
export const unguardCell = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)
