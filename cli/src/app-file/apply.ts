import { RanByApproval } from '../approvals.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { Row } from '../fields.ts'
import { watchInterrupt } from '../interrupt.ts'
import { keyOfItem, ofApp } from './parts.ts'
import type { OrderStep, PlannedStep } from './plan.ts'
import { readRows } from './read-app.ts'

/** The input of a reordering: the ids of all items, of which some were made just now. */
const orderInput = async (context: Context, { part, order }: OrderStep, appId: string): Promise<Row> => {
  const rows = await readRows(context, part, appId)
  const ids = new Map(rows.map((row) => [keyOfItem(part, row), row['id']]))
  const known = order.filter((key) => ids.has(key))
  const others = [...ids.keys()].filter((key) => !known.includes(key))
  return { ...ofApp(part, appId), ids: [...known, ...others].map((key) => ids.get(key)) }
}

/** What another admin approved while this waited has been applied. */
const goOnIfRan = (error: unknown): void => {
  if (!(error instanceof RanByApproval)) throw error
}

const stopped = (error: unknown, plan: readonly PlannedStep[], done: number, server: string): Failure => {
  const names = (steps: readonly PlannedStep[]): string => steps.map(({ name }) => name).join(', ') || 'nothing'
  const cause = error instanceof Failure ? error : undefined
  const reason = cause?.message ?? (error instanceof Error ? error.message : String(error))
  const details = [
    ...(cause?.details ?? []),
    `Applied: ${names(plan.slice(0, done))}`,
    `Not applied: ${names(plan.slice(done))}`,
    cause?.exitCode === exitCodes.needsApproval
      ? 'A push of the same file goes on from there, once it is approved.'
      : 'A push of the same file goes on from there.',
  ]
  // Something was sent: this is a failure, whatever the server says of the input.
  const isSignedOut = cause?.exitCode === exitCodes.notSignedIn
  const isKept = cause?.exitCode === exitCodes.interrupted || cause?.exitCode === exitCodes.needsApproval
  const exitCode = isSignedOut || isKept ? cause.exitCode : exitCodes.failed
  const message = plan[done] && exitCode !== exitCodes.interrupted ? `${plan[done].name}: ${reason}` : reason
  return new Failure(exitCode, message || `Stopped. ${server} was changed in part`, {
    details,
    requestId: cause?.requestId,
    code: cause?.code,
  })
}

/** Makes the calls of a plan, one after another. Throws a Failure that says which were made and which were not. */
export const applyPlan = async (context: Context, plan: readonly PlannedStep[], appId: string): Promise<void> => {
  const interrupt = watchInterrupt()
  let done = 0
  try {
    for (const step of plan) {
      if (interrupt.isAsked()) throw new Failure(exitCodes.interrupted, 'Interrupted')
      const input = 'order' in step ? await orderInput(context, step, appId) : step.input(appId)
      await context.call(step.call[0], step.call[1], input).catch(goOnIfRan)
      done += 1
      context.out.progress(`${done} of ${plan.length}: ${step.name}`)
    }
  } catch (error) {
    throw stopped(error, plan, done, context.endpoint)
  } finally {
    interrupt.end()
  }
}
