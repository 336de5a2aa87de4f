import type { Context, UserIdentity } from '../../../handler.ts'
import type { Platform } from '../../../resources.ts'
import { presentPictures } from '../../pictures/address.ts'
import { type PresentAccount, readAccount } from '../open-account.ts'
import { readCounts } from './counts.ts'
import type { Count } from './kind.ts'
import { kindOf } from './kinds/index.ts'
import { wantedLanguage } from './language.ts'
import { presentTask } from './present.ts'
import { type Progress, readProgress } from './progress.ts'
import { hasEnded, periodStart, readTasks, type StoredTask } from './stored-task.ts'
import { isVisible } from './visible.ts'
import type { GameNeeds } from '../needs.ts'

/** The fields with addresses of pictures. */
export const taskPictures = ['iconUrl'] as const

/** Completions that are left of tasks with a limit, by task. */
const readLeft = async ({ db }: Pick<Platform, 'db'>, tasks: StoredTask[]): Promise<Map<string, number>> => {
  const limited = tasks.filter(({ maxCompletions }) => maxCompletions !== null)
  const counts = await readCounts(
    db.prisma,
    limited.map(({ id }) => id),
  )
  return new Map(
    limited.map(({ id, maxCompletions }) => [id, Math.max(0, Number(maxCompletions) - (counts.get(id) ?? 0))]),
  )
}

/** Reads how much of a task's count the player has reached; undefined where nothing is counted, or it is completed. Each count is read once. */
const createCounts = (deps: GameNeeds, account: PresentAccount) => {
  const known = new Map<string, Promise<number> | number>()
  const { userId, appId } = account.account
  return async (task: StoredTask, progress: Progress | undefined): Promise<Count | undefined> => {
    const { count } = kindOf(task.check.kind)
    if (!count || (progress && progress.completedAt !== null)) return undefined
    const since = periodStart(task, account.now)
    const key = `${task.check.kind} ${since}`
    const counted = known.get(key) ?? count.progressOf({ deps, player: { userId, appId }, account, since })
    known.set(key, counted)
    return { progress: await counted, target: count.targetOf(task.check) }
  }
}

/** The tasks that a player can do or has done, in their order. Throws `game_off`. */
export const listTasks = async (
  deps: GameNeeds,
  { identity, message }: Pick<Context<UserIdentity>, 'identity' | 'message'>,
  asked: string | undefined,
) => {
  const { prisma } = deps.db
  const account = await readAccount(deps, identity)
  const { now } = account
  const tasks = (await readTasks(prisma, identity.appId)).filter((task) => isVisible(task, account))
  const begun = await readProgress(prisma, identity.userId, tasks, now)
  const left = await readLeft(deps, tasks)
  const isDone = ({ id }: StoredTask) => typeof begun.get(id)?.completedAt === 'number'
  const open = tasks.filter((task) => isDone(task) || (!hasEnded(task, now) && left.get(task.id) !== 0))
  const language = wantedLanguage(asked, message.headers['accept-language'])
  const countOf = createCounts(deps, account)
  const shown = []
  for (const task of open) {
    const progress = begun.get(task.id)
    const count = await countOf(task, progress)
    const presented = presentTask(task, {
      progress,
      count,
      completionsLeft: left.get(task.id) ?? null,
      language,
      now,
      leagues: account.rules.leagues,
    })
    shown.push(presentPictures(deps.settings.publicUrl, presented, taskPictures))
  }
  return shown
}
