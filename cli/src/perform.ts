import type { Input } from '@openauth/client'
import { resolveApps, withAppIds } from './app-choice.ts'
import { importInBatches } from './batches.ts'
import { confirm } from './confirm.ts'
import { verbDataOf } from './commands/nouns.ts'
import { type Context, routeOf } from './context.ts'
import { checkInput, gatherInput, type Given } from './input.ts'
import type { Leaf } from './leaf.ts'
import { type Page, walkPages } from './pages.ts'
import { runPortions } from './portions.ts'
import { type Row, type View, viewOf } from './view.ts'

export interface Wishes {
  /** Whether the operator has confirmed already. */
  yes: boolean
  /** Whether every page is wanted. */
  all: boolean
  /** The NDJSON file of a verb that works in batches. */
  file?: string
}

const tellOfMore = ({ out }: Context, input: Input, { data, meta }: Page): void => {
  const { totalItems, totalPages } = meta
  const page = Number(input['page'] ?? 1)
  if (typeof totalPages !== 'number' || totalPages <= 1) return
  const next = page < totalPages ? ` --page ${page + 1} shows the next, --all every one.` : ''
  out.note(`Page ${page} of ${totalPages}: ${data.length} of ${String(totalItems)}.${next}`)
}

const answerOf = async (context: Context, leaf: Leaf, input: Input, wishes: Wishes): Promise<unknown> => {
  const call = (asked: Input) => context.call(leaf.group, leaf.verb, asked)
  return wishes.all ? walkPages(leaf, input, async (asked) => (await call(asked)) as Page, context.out) : call(input)
}

/** With a table of its own, the rest comes first: a record of which one field is a list of records. */
const show = ({ out, json }: Context, answer: unknown, view: View, table: string | undefined): void => {
  if (table === undefined || json) return out.data(answer, view)
  const { [table]: rows, ...rest } = answer as Row
  out.data(rest, view)
  out.data(rows, view)
}

/** Runs a verb of the contract: gathers its input, checks it, asks where it destroys, calls, and shows the answer. */
export const perform = async (context: Context, leaf: Leaf, given: Given, wishes: Wishes): Promise<void> => {
  if (leaf.batches !== undefined) return importInBatches(context, leaf, given, wishes.file)
  const data = verbDataOf(leaf)
  const view = viewOf(routeOf(leaf.group, leaf.verb), data)
  if (leaf.portions !== undefined) return runPortions(context, leaf, given, view)
  const gathered = await gatherInput(context, leaf, given)
  checkInput(leaf, withAppIds(leaf, gathered))
  const input = await resolveApps(context, leaf, gathered)
  if (leaf.confirms && !wishes.yes) await confirm(context, leaf, gathered, input)
  const answer = await answerOf(context, leaf, input, wishes)
  show(context, answer, view, data.table)
  if (data.next) context.out.note(data.next(answer as Row))
  if (leaf.isPaged && !wishes.all && !context.json) tellOfMore(context, input, answer as Page)
}
