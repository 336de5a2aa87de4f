import type { Input } from '@openauth/client'
import { resolveApps, withPlaceholderAppIds } from './app-choice.ts'
import { confirm } from './confirm.ts'
import { verbDataOf } from './commands/nouns.ts'
import type { Context } from './context.ts'
import { credentialFor, type CredentialOptions } from './credentials.ts'
import { resolveFields } from './fields.ts'
import { checkInput, gatherInput, type GivenInput } from './input.ts'
import type { CommandSpec } from './command-spec.ts'
import type { VerbData } from './noun.ts'
import { eachPage, type Page, positionOf } from './pages.ts'
import { printAnswer, withNames } from './print-answer.ts'
import { type Row, type View, viewOf } from './view.ts'

export interface RunOptions extends CredentialOptions {
  /** Whether the operator has confirmed already. */
  yes: boolean
  /** Whether to fetch every page. */
  all: boolean
  /** The name that confirms a destructive call on a production profile. */
  confirm?: string
  /** The NDJSON file of a verb that imports in batches. */
  file?: string
}

const viewFor = ({ out }: Context, spec: CommandSpec, data: VerbData): View => {
  const view = viewOf(spec.answer, data)
  const { fields } = out.format
  // Before the call, so that a mistyped name changes nothing.
  return fields === undefined || view.paths.length === 0 ? view : { ...view, fields: resolveFields(fields, view.paths) }
}

type Call = (input: Input) => Promise<unknown>

/** Prints every page of a list: row by row as they arrive, or in one table. */
const printAllPages = async (context: Context, spec: CommandSpec, input: Input, call: Call, view: View) => {
  const { out, environment } = context
  const write = out.beginRows(view)
  // Rows on a terminal show how far it is.
  const isSilent = write !== undefined && environment.stdout.isTTY
  const pages = eachPage(
    spec,
    input,
    async (pageInput) => (await call(pageInput)) as Page,
    isSilent ? () => {} : out.progress,
  )
  const all: unknown[] = []
  for await (const { data } of pages) {
    if (write) await write(data)
    else all.push(...data)
  }
  if (!write) out.data(all, await withNames(context, { ...view, isPage: false, empty: 'None.' }, all))
}

/** Calls, waits where the server goes on working, and prints the answer and what comes next. */
const callAndPrint = async (context: Context, spec: CommandSpec, input: Input, call: Call, view: View) => {
  const { table, watches, next: nextOf } = verbDataOf(spec)
  const begun = await call(input)
  const answer =
    watches === undefined ? begun : await (await import('./watch-boards.ts')).watchBoards(context, input, begun)
  printAnswer(context, answer, await withNames(context, view, answer), table)
  const next = nextOf?.(answer as Row)
  if (next !== undefined) context.out.note(next)
  const position = view.isPage && !context.isDocument ? positionOf(spec, input, answer as Page) : undefined
  if (position !== undefined) context.out.note(position)
}

/** Runs a verb of the contract: gathers and validates its input, confirms destructive calls, calls, prints the answer. */
export const runCommand = async (
  context: Context,
  spec: CommandSpec,
  given: GivenInput,
  runOptions: RunOptions,
): Promise<void> => {
  if (spec.batches !== undefined)
    return (await import('./import-in-batches.ts')).importInBatches(context, spec, given, runOptions.file)
  const view = viewFor(context, spec, verbDataOf(spec))
  if (spec.cursorBatches !== undefined)
    return (await import('./cursor-batches.ts')).runCursorBatches(context, spec, given, view)
  const gathered = await gatherInput(context, spec, given)
  await checkInput(spec, withPlaceholderAppIds(spec, gathered))
  const input = await resolveApps(context, spec, gathered)
  if (spec.confirms) await confirm(context, spec, { given: gathered, resolved: input }, runOptions)
  const credential = await credentialFor(context, spec, runOptions)
  const call: Call = (callInput) => context.call(spec.group, spec.verb, callInput, credential)
  return runOptions.all
    ? printAllPages(context, spec, input, call, view)
    : callAndPrint(context, spec, input, call, view)
}
