import type { Input } from '@openauth/client'
import { resolveApps, withAppIds } from './app-choice.ts'
import { importInBatches } from './batches.ts'
import { confirm } from './confirm.ts'
import { verbDataOf } from './commands/nouns.ts'
import { type Context, routeOf } from './context.ts'
import { checkInput, gatherInput, type Given } from './input.ts'
import type { Leaf } from './leaf.ts'
import { type Page, walkPages } from './pages.ts'
import { viewOf } from './view.ts'

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

/** Runs a verb of the contract: gathers its input, checks it, asks where it destroys, calls, and shows the answer. */
export const perform = async (context: Context, leaf: Leaf, given: Given, wishes: Wishes): Promise<void> => {
  if (leaf.batches !== undefined) return importInBatches(context, leaf, given, wishes.file)
  const gathered = await gatherInput(context, leaf, given)
  checkInput(leaf, withAppIds(leaf, gathered))
  const input = await resolveApps(context, leaf, gathered)
  if (leaf.confirms && !wishes.yes) await confirm(context, leaf, gathered, input)
  const answer = await answerOf(context, leaf, input, wishes)
  context.out.data(answer, viewOf(routeOf(leaf.group, leaf.verb), verbDataOf(leaf)))
  if (leaf.isPaged && !wishes.all && !context.json) tellOfMore(context, input, answer as Page)
}
