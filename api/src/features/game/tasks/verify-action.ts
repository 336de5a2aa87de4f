import type { Context, UserIdentity } from '../../../handler.ts'
import type { Tx } from '../../../db.ts'
import type { Platform } from '../../../resources.ts'
import { Problem } from '../../../errors.ts'
import { readAccount } from '../open-account.ts'
import { isSpent, spendAccount } from './accounts.ts'
import { readCounts } from './counts.ts'
import type { PlayerCheck, Verdict } from './kind.ts'
import { kindOf } from './kinds/index.ts'
import { type Payment, payTask } from './pay.ts'
import { beginTask, readProgress } from './progress.ts'
import { hasEnded, periodOf, periodStart, type StoredTask, toTask } from './stored-task.ts'
import { isVisible } from './visible.ts'
import type { GameNeeds } from '../needs.ts'

type Caller = Pick<Context<UserIdentity>, 'identity' | 'ip' | 'log'>

const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The task of an app. Throws `task_not_found`, also for an id that is none. */
export const findTask = async ({ db }: Pick<Platform, 'db'>, appId: string, id: string) => {
  const row = isId(id) ? await db.prisma.gameTask.findFirst({ where: { id, appId, deletedAt: null } }) : null
  if (!row) throw new Problem('task_not_found')
  return toTask(row)
}

/** Whether as many players as may have completed a task. The payment asks again. */
const isUsedUp = async ({ db }: Pick<Platform, 'db'>, { id, maxCompletions }: StoredTask): Promise<boolean> =>
  maxCompletions !== null && ((await readCounts(db.prisma, [id])).get(id) ?? 0) >= Number(maxCompletions)

/** The answer of a completed task. */
export const completed = ({ reward, isNew, rings, earnedRings }: Payment) => ({
  status: 'completed' as const,
  reward,
  isNew,
  rings,
  earnedRings,
  reason: null,
  progress: null,
  target: null,
  availableAt: null,
})

const notYet = ({ task, account }: PlayerCheck, verdict: Extract<Verdict, { isDone: false }>) => ({
  status: 'started' as const,
  reward: Number(task.reward),
  isNew: false,
  reason: verdict.reason,
  progress: verdict.progress ?? null,
  target: verdict.target ?? null,
  availableAt: verdict.availableAt === undefined ? null : new Date(verdict.availableAt),
  rings: account.account.rings,
  earnedRings: account.account.earned,
})

/** Checks that ask others are made once for concurrent calls of a player, and at most once in some seconds. */
const createChecks = ({ attempts }: Pick<Platform, 'attempts'>) => {
  const running = new Map<string, Promise<Verdict>>()
  return (check: PlayerCheck): Promise<Verdict> => {
    const rules = kindOf(check.task.check.kind)
    const verify = async () => rules.verify(check)
    if (!rules.asksOthers) return verify()
    const key = `${check.player.userId} ${check.task.id} ${check.since}`
    const known = running.get(key)
    if (known) return known
    const verdict = attempts
      .consume(['taskCheckByPlayer', key])
      .then(verify)
      .finally(() => running.delete(key))
    running.set(key, verdict)
    return verdict
  }
}

/**
 * Begins a task, checks it, and pays it if it is done. Checks run outside transactions; what they found is paid by payTask, which looks at
 * the task again. Throws `task_not_found`, `task_over`, and what the kind's check and payTask throw.
 */
export const createVerifyAction = (deps: GameNeeds) => {
  const verify = createChecks(deps)
  return async ({ taskId, code }: { taskId: string; code?: string | undefined }, { identity, ip, log }: Caller) => {
    const account = await readAccount(deps, identity)
    const { now } = account
    const task = await findTask(deps, identity.appId, taskId)
    const { rings, earned: earnedRings } = account.account
    const before = (await readProgress(deps.db.prisma, identity.userId, [task], now)).get(task.id)
    if (before?.completedAt) return completed({ reward: before.reward ?? 0, isNew: false, rings, earnedRings })
    if (!isVisible(task, account)) throw new Problem('task_not_found')
    if (hasEnded(task, now) || (await isUsedUp(deps, task))) throw new Problem('task_over')
    const { startedAt } = before ?? (await beginTask(deps.db, identity, task, now))
    const player = { userId: identity.userId, appId: identity.appId }
    const since = periodStart(task, now)
    const check = { deps, player, account, task, check: task.check, startedAt, since, log, code, ip }
    const verdict = await verify(check)
    if (!verdict.isDone) return notYet(check, verdict)
    const { consume } = kindOf(task.check.kind)
    const isLimited = task.maxCompletions !== null
    const completion = { taskId: task.id, period: periodOf(task, now), startedAt, isLimited }
    // Before the payment, in whose line nobody should wait for nothing. It looks again.
    const isUsed = verdict.account && (await isSpent(deps.db.prisma, { ...completion, account: verdict.account }))
    const done = async () =>
      (await readProgress(deps.db.prisma, identity.userId, [task], now)).get(task.id)?.completedAt
    if (isUsed && !(await done())) throw new Problem('task_account_used')
    const spend = async (tx: Tx) => {
      await consume?.(tx, check)
      if (verdict.account) await spendAccount(tx, { ...completion, account: verdict.account })
    }
    return completed(await payTask(deps, player, { ...completion, consume: spend }))
  }
}
