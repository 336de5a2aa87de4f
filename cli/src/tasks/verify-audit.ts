import type { Answer } from '../board/calls.ts'
import { type Finding, findingText, type Verification } from '../audit/findings.ts'
import { keepHead, type KeptHead, readHead } from '../audit/head-file.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import { watchInterrupt } from '../interrupt.ts'
import type { RunTask } from '../task.ts'
import { timeText } from '../times.ts'
import { plainView } from '../view.ts'
import { countOf, type OnStep, withProgress } from '../with-progress.ts'

interface Options {
  head?: string
  file?: string
}
type Chain = Answer<'audit', 'chain'>
type Batch = Answer<'audit', 'verify'>

/** Verifies batch by batch. The last one judges the head that is given. */
const verifyAll = async ({ call }: Context, head: KeptHead | undefined, onStep: OnStep): Promise<Verification> => {
  const sums: Verification = { held: 0, failed: 0, first: null }
  const interrupt = watchInterrupt()
  const kept = head === undefined ? {} : { headSeq: head.seq, headHash: head.hash }
  try {
    for (let next: string | null | undefined; next !== null;) {
      const batch = (await call('audit', 'verify', {
        ...kept,
        ...(next === undefined ? {} : { after: next }),
      })) as Batch
      sums.held += batch.held
      sums.failed += batch.failed
      sums.first ??= batch.first
      next = batch.next
      const done = sums.held + sums.failed
      onStep({ done, total: next === null ? done : Math.max(done, batch.total), failed: sums.failed })
      if (interrupt.isAsked()) throw new Failure(exitCodes.interrupted, 'Interrupted. The rest was not verified')
    }
    return sums
  } finally {
    interrupt.end()
  }
}

const keyChanged: Finding = { fault: 'key_changed', seq: null, eventId: null, action: null, createdAt: null }

const timesOf =
  ({ out }: Context) =>
  (at: number | null) =>
    at === null ? undefined : timeText(at, out.format.utc)

/** Prints the result; a fault ends the command with exit code 1. */
const report = (context: Context, verification: Verification, more: Record<string, unknown>): void => {
  const { held, failed, first } = verification
  const view = { ...plainView, instants: new Set(['since', 'first.createdAt']) }
  context.out.data({ held, failed, ...(context.isDocument ? { first } : {}), ...more }, view)
  if (first) throw new Failure(exitCodes.failed, findingText(first, timesOf(context)(first.createdAt)))
}

const verifyServer = async (context: Context, path: string | undefined): Promise<void> => {
  const { call, out } = context
  const before = path === undefined ? undefined : await readHead(path)
  const chain = (await call('audit', 'chain')) as Chain
  const work = (onStep: OnStep) => verifyAll(context, before, onStep)
  const found = await withProgress(context, 'Verifying the audit trail', work, countOf)
  const isOtherKey = before !== undefined && before.key !== chain.key
  const verification = isOtherKey ? { ...found, failed: found.failed + 1, first: keyChanged } : found
  const { since, pending, restored, key, head, checkpoint } = chain
  const end = head ?? checkpoint
  const removed = checkpoint?.removed ?? 0
  report(context, verification, {
    since,
    removed,
    pending,
    restored,
    key,
    ...(end && { headSeq: end.seq, headHash: end.hash }),
  })
  if (path !== undefined && end) {
    await keepHead(path, { seq: end.seq, hash: end.hash, key })
    out.note(`Every line holds. The head is kept in ${path}: the next run with it notices a chain that was cut off.`)
  } else
    out.note('Every line holds. Whether the newest were cut off is known only with a head of before: --head <path>')
  if (restored > 0)
    out.note(`${restored} lines came in by a restore, which no chain proves: openauth audit list marks them.`)
}

const verifyExport = async (context: Context, file: string, path: string | undefined): Promise<void> => {
  const { verifyFile } = await import('../audit/verify-file.ts')
  const before = path === undefined ? undefined : await readHead(path)
  const work = (onStep: OnStep) => verifyFile(file, before, (done) => onStep({ done, total: done, failed: 0 }))
  const { header, held, failed, first, since, head } = await withProgress(context, 'Verifying the file', work)
  report(
    context,
    { held, failed, first },
    { since, key: header.key, ...(head && { headSeq: head.seq, headHash: head.hash }) },
  )
  const isWhole = Object.keys(header.filters).length === 0
  context.out.note(
    isWhole
      ? 'Every line holds, by the key in the file. Compare it with that of openauth audit verify, or give --head.'
      : 'Every line holds, by the key in the file. It is an extract, and says nothing of lines that it leaves out.',
  )
}

/** Verifies the audit trail of the server, or an export of it without one. Exit code 1 if a line does not hold. */
export const verifyAudit: RunTask = async (context, { options }) => {
  const { head, file } = options as Options
  if (file === undefined) await verifyServer(context, head)
  else await verifyExport(context, file, head)
}
