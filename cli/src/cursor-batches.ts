import type { Input } from '@openauth/client'
import type { Context } from './context.ts'
import { exitCodes, Failure } from './failure.ts'
import { gatherInput, type GivenInput } from './input.ts'
import type { CommandSpec } from './command-spec.ts'
import { printParts } from './print-answer.ts'
import type { Row, View } from './view.ts'
import { countOf, type OnStep, withProgress } from './with-progress.ts'

/** The cursor of the next batch, in every answer; null after the last batch. */
interface CursorBatch {
  next: string | null
}
interface Rewrapped extends CursorBatch {
  done: number
  left: number
  failed: number
}
interface Report {
  kekId: string
  opened: number
  failed: number
}
interface Verified extends CursorBatch {
  total: number
  reports: Report[]
}

type Call = <Answer extends CursorBatch>(after: string | null) => Promise<Answer>

/** Bounds the passes while other servers still wrap new rows under the old key. */
const MAX_PASSES = 5

/** Repeats the pass for rows that changed during it and were skipped. Rows that do not open are not retried. */
const rewrapAll = async (call: Call, onStep: OnStep): Promise<Row & { failed: number }> => {
  const sums = { done: 0, left: 0, failed: 0 }
  for (let passes = 0; passes === 0 || (sums.left > sums.failed && passes < MAX_PASSES); passes += 1) {
    let next: string | null = null
    sums.failed = 0
    do {
      const answer: Rewrapped = await call<Rewrapped>(next)
      sums.done += answer.done
      sums.failed += answer.failed
      sums.left = answer.left
      next = answer.next
      onStep({ done: sums.done, total: sums.done + sums.left, failed: sums.failed })
    } while (next !== null)
  }
  return sums
}

const verifyAll = async (call: Call, onStep: OnStep): Promise<Row & { failed: number; reports: Report[] }> => {
  const reports = new Map<string, Report>()
  const sum = (key: 'opened' | 'failed') => [...reports.values()].reduce((total, report) => total + report[key], 0)
  let next: string | null = null
  do {
    const answer: Verified = await call<Verified>(next)
    for (const { kekId, opened, failed } of answer.reports) {
      const before = reports.get(kekId) ?? { kekId, opened: 0, failed: 0 }
      reports.set(kekId, { kekId, opened: before.opened + opened, failed: before.failed + failed })
    }
    next = answer.next
    const done = sum('opened') + sum('failed')
    // The server's total includes rows that were added before the cursor during the run.
    onStep({ done, total: next === null ? done : Math.max(answer.total, done), failed: sum('failed') })
  } while (next !== null)
  return { opened: sum('opened'), failed: sum('failed'), reports: [...reports.values()] }
}

const titles = { rewrap: 'Rewrapping data keys', verify: 'Opening data keys' }

const closing = (kind: 'rewrap' | 'verify', { failed, left }: Row): string => {
  if (Number(failed) > 0) return `${String(failed)} data keys do not open; compare their rows with a backup`
  if (kind === 'verify') return 'Every data key opens.'
  if (Number(left) > 0) return 'Other servers still wrap under an older key. Run the command again in a minute.'
  return 'Every data key is wrapped under the current key. Next: openauth keys verify, then openauth keys retire <old id>'
}

/**
 * Calls batch by batch to the end, with a progress bar on a terminal and a line per batch elsewhere. Each batch is
 * committed, so the command can be interrupted and repeated. Ends with exit code 1 if rows failed.
 */
export const runCursorBatches = async (
  context: Context,
  spec: CommandSpec,
  given: GivenInput,
  view: View,
): Promise<void> => {
  const { out } = context
  const kind = spec.cursorBatches!
  const input: Input = await gatherInput(context, spec, given)
  const call: Call = async <Answer extends CursorBatch>(after: string | null) =>
    (await context.call(spec.group, spec.verb, { ...input, ...(after === null ? {} : { after }) })) as Answer
  const work = (onStep: OnStep) => (kind === 'rewrap' ? rewrapAll(call, onStep) : verifyAll(call, onStep))
  const totals = await withProgress(context, titles[kind], work, countOf)

  const { reports, ...sums } = totals
  printParts(context, { whole: totals, rest: sums, rows: Array.isArray(reports) ? reports : [] }, view)
  if (totals.failed > 0) throw new Failure(exitCodes.failed, closing(kind, totals))
  out.note(closing(kind, totals))
}
