import type { Context } from './context.ts'
import type { Row } from './fields.ts'
import type { VerbData } from './noun.ts'
import { plainView, type View } from './view.ts'

interface Parts {
  whole: Row
  /** The fields beside the rows. */
  rest: Row
  rows: Row[]
}

/**
 * Prints an answer that is fields and a table: for people both, for other programs the whole answer as one document, or
 * the rows of the table. With --fields the answer is printed as it is.
 */
export const printParts = ({ out, isDocument }: Context, { whole, rest, rows }: Parts, view: View): void => {
  const { kind, fields } = out.format
  if (isDocument || fields) return out.data(whole, view)
  if (kind !== 'text') return out.data(rows, { ...view, paths: [], instants: new Set() })
  if (Object.keys(rest).length > 0) out.data(rest, view)
  if (rows.length > 0 || Object.keys(rest).length === 0) out.data(rows, view)
}

/** Prints an answer. What `table` names of it follows as a table below the other fields. */
export const printAnswer = (context: Context, answer: unknown, view: View, table: VerbData['table']): void => {
  if (table === undefined) return context.out.data(answer, view)
  const whole = answer as Row
  const { fields, rows } =
    typeof table === 'string' ? { fields: [table], rows: ({ [table]: list }: Row) => list as Row[] } : table
  const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => !fields.includes(key)))
  printParts(context, { whole, rest, rows: rows(whole) }, view)
}

const idsOfApps = (answer: unknown): boolean =>
  Array.isArray(answer)
    ? answer.some(idsOfApps)
    : typeof answer === 'object' &&
      answer !== null &&
      (typeof (answer as Row)['appId'] === 'string' || idsOfApps((answer as Row)['data']))

/** The names of the apps whose ids an answer has, by one call; none where text is not printed or the call fails. */
const appNames = async ({ call, out, token }: Context, answer: unknown): Promise<View['names']> => {
  if (out.format.kind !== 'text' || token === undefined || !idsOfApps(answer)) return plainView.names
  const apps = await call('apps', 'list').catch(() => [])
  return new Map((apps as { id: string; name: string }[]).map(({ id, name }) => [id, name]))
}

/** A view with the names that stand beside the ids of an answer. */
export const withNames = async (context: Context, view: View, answer: unknown): Promise<View> => ({
  ...view,
  names: await appNames(context, answer),
})
