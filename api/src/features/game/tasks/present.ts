import type { GameRules, PlayerLanguage, TaskCheck } from '@openauth/client'
import { DAY } from '../account.ts'
import type { Count } from './kind.ts'
import { textOf } from './language.ts'
import type { Progress } from './progress.ts'
import { periodStart, type StoredTask } from './stored-task.ts'

const assetOf = (check: TaskCheck) => {
  if (check.kind !== 'hold' && check.kind !== 'send') return null
  const { network, token, amount } = check
  return { network, token, amount, toAddress: check.kind === 'send' ? check.toAddress : null }
}

const leagueNameOf = (check: TaskCheck, leagues: GameRules['leagues']): string | null =>
  check.kind === 'league' ? (leagues.find(({ id }) => id === check.league)?.name ?? null) : null

export const statusOf = (progress: Progress | undefined) =>
  progress === undefined ? 'available' : progress.completedAt === null ? 'started' : 'completed'

const availableAtOf = ({ check }: StoredTask, progress: Progress | undefined): Date | null =>
  check.kind === 'visit' && progress?.completedAt === null
    ? new Date(progress.startedAt + check.dwellSeconds * 1000)
    : null

/** What is known of a task for a player. */
export interface TaskState {
  progress: Progress | undefined
  count: Count | undefined
  completionsLeft: number | null
  language: PlayerLanguage | undefined
  now: number
  /** The leagues of the app's rules. */
  leagues: GameRules['leagues']
}

/** A task as its player sees it: nothing of how a partner is asked, or which chat is looked into. */
export const presentTask = (
  task: StoredTask,
  { progress, count, completionsLeft, language, now, leagues }: TaskState,
) => {
  const status = statusOf(progress)
  return {
    id: task.id,
    ...textOf(task, language),
    url: task.url,
    iconUrl: task.iconUrl,
    kind: task.check.kind,
    reward: progress?.reward ?? Number(task.reward),
    status,
    repeat: task.repeat,
    progress: count === undefined ? null : Math.min(count.progress, count.target),
    target: count?.target ?? null,
    availableAt: availableAtOf(task, progress),
    needsCode: task.check.kind === 'code' && status !== 'completed',
    provider: task.check.kind === 'identity' ? task.check.provider : null,
    league: leagueNameOf(task.check, leagues),
    asset: assetOf(task.check),
    completionsLeft,
    endsAt: task.endsAt,
    resetsAt: task.repeat === 'daily' && status === 'completed' ? new Date(periodStart(task, now) + DAY) : null,
  } as const
}
