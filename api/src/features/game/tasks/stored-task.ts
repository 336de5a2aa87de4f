import type { PlayerLanguage, TaskCheck } from '@openauth/client'
import type { GameTaskModel, Tx } from '../../../db.ts'
import { DAY, dayOf } from '../account.ts'

type Text = { title: string; description: string | null }

/** A task as stored, with its JSON columns typed. */
export type StoredTask = Omit<GameTaskModel, 'check' | 'translations'> & {
  check: TaskCheck
  translations: Partial<Record<PlayerLanguage, Text>>
}

export const toTask = (row: GameTaskModel): StoredTask => row as unknown as StoredTask

/** Of tasks with one place the older comes first. */
export const taskOrder = [{ position: 'asc' as const }, { id: 'asc' as const }]

/** An app's tasks in their order. */
export const readTasks = async (tx: Tx, appId: string): Promise<StoredTask[]> =>
  (await tx.gameTask.findMany({ where: { appId, deletedAt: null }, orderBy: taskOrder })).map(toTask)

/** Whether a task is switched on and has begun. Before, players do not know of it. */
export const hasBegun = ({ enabled, startsAt }: Pick<StoredTask, 'enabled' | 'startsAt'>, now: number): boolean =>
  enabled && (startsAt === null || startsAt.getTime() <= now)

export const hasEnded = ({ endsAt }: Pick<StoredTask, 'endsAt'>, now: number): boolean =>
  endsAt !== null && endsAt.getTime() <= now

/** What a completion is for: empty for a task that is done once, the day (UTC) of a daily one. */
export const periodOf = ({ repeat }: Pick<StoredTask, 'repeat'>, now: number): string =>
  repeat === 'daily' ? new Date(now).toISOString().slice(0, 10) : ''

/** When the present period began. Milliseconds since the epoch; 0 for tasks that are done once. */
export const periodStart = ({ repeat }: Pick<StoredTask, 'repeat'>, now: number): number =>
  repeat === 'daily' ? dayOf(now) * DAY : 0
