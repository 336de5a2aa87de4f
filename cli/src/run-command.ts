import type { Input } from '@openauth/client'
import { resolveApps, withPlaceholderAppIds } from './app-choice.ts'
import { importInBatches } from './batches.ts'
import { confirm } from './confirm.ts'
import { verbDataOf } from './commands/nouns.ts'
import { type Context, routeOf } from './context.ts'
import { checkInput, gatherInput, type GivenInput } from './input.ts'
import type { CommandSpec } from './command-spec.ts'
import type { VerbData } from './noun.ts'
import { type Page, fetchAllPages } from './pages.ts'
import { runCursorBatches } from './cursor-batches.ts'
import { watchBoards } from './watch-boards.ts'
import { type Row, type View, viewOf } from './view.ts'

export interface RunOptions {
  /** Whether the operator has confirmed already. */
  yes: boolean
  /** Whether to fetch every page. */
  all: boolean
  /** The name that confirms a destructive call on a production profile. */
  confirm?: string
  /** The NDJSON file of a verb that imports in batches. */
  file?: string
}

const notePages = ({ out }: Context, input: Input, { data, meta }: Page): void => {
  const { totalItems, totalPages } = meta
  const page = Number(input['page'] ?? 1)
  if (typeof totalPages !== 'number' || totalPages <= 1) return
  const next = page < totalPages ? ` --page ${page + 1} shows the next page, --all shows every page.` : ''
  out.note(`Page ${page} of ${totalPages}: ${data.length} of ${String(totalItems)}.${next}`)
}

const answerOf = async (
  context: Context,
  spec: CommandSpec,
  input: Input,
  runOptions: RunOptions,
): Promise<unknown> => {
  const call = (callInput: Input) => context.call(spec.group, spec.verb, callInput)
  return runOptions.all
    ? fetchAllPages(spec, input, async (pageInput) => (await call(pageInput)) as Page, context.out)
    : call(input)
}

/** Prints an answer. With `table`, prints the record without the table's fields, then the table. */
const show = ({ out, json }: Context, answer: unknown, view: View, table: VerbData['table']): void => {
  if (table === undefined || json) return out.data(answer, view)
  const record = answer as Row
  const { fields, rows } =
    typeof table === 'string' ? { fields: [table], rows: ({ [table]: list }: Row) => list } : table
  const rest = Object.fromEntries(Object.entries(record).filter(([key]) => !fields.includes(key)))
  if (Object.keys(rest).length > 0) out.data(rest, view)
  out.data(rows(record), view)
}

/** Runs a verb of the contract: gathers and validates its input, confirms destructive calls, calls, prints the answer. */
export const runCommand = async (
  context: Context,
  spec: CommandSpec,
  given: GivenInput,
  runOptions: RunOptions,
): Promise<void> => {
  if (spec.batches !== undefined) return importInBatches(context, spec, given, runOptions.file)
  const data = verbDataOf(spec)
  const view = viewOf(routeOf(spec.group, spec.verb), data)
  if (spec.cursorBatches !== undefined) return runCursorBatches(context, spec, given, view)
  const gathered = await gatherInput(context, spec, given)
  checkInput(spec, withPlaceholderAppIds(spec, gathered))
  const input = await resolveApps(context, spec, gathered)
  if (spec.confirms) await confirm(context, spec, { given: gathered, resolved: input }, runOptions)
  const begun = await answerOf(context, spec, input, runOptions)
  const answer = data.watches === undefined ? begun : await watchBoards(context, input, begun)
  show(context, answer, view, data.table)
  const next = data.next?.(answer as Row)
  if (next !== undefined) context.out.note(next)
  if (spec.isPaged && !runOptions.all && !context.json) notePages(context, input, answer as Page)
}
