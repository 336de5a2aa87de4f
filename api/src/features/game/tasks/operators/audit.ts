import type { AuditField } from '@openauth/client'
import type { Context } from '../../../../handler.ts'
import type { Tx } from '../../../../db.ts'
import { type AuditDetails, record } from '../../../audit/record.ts'
import type { StoredTask } from '../stored-task.ts'

/** The fields of a task that operators set, in the order of the audit trail. */
export const taskFields = [
  'title',
  'description',
  'translations',
  'url',
  'iconUrl',
  'reward',
  'check',
  'enabled',
  'startsAt',
  'endsAt',
  'maxCompletions',
  'minLevel',
  'minLeague',
] as const satisfies (AuditField & keyof StoredTask)[]

const told = (value: unknown): string | number | boolean | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

/** A task's fields for the audit trail; texts and checks as JSON. */
export const toldFields = (task: StoredTask, names: readonly (typeof taskFields)[number][] = taskFields) =>
  Object.fromEntries(names.map((name) => [name, told(task[name])])) as AuditDetails

/** What a change did, for the audit trail. */
export const changeOf = (before: StoredTask, after: StoredTask) => {
  const changed = taskFields.filter((name) => told(before[name]) !== told(after[name]))
  return { changed, before: toldFields(before, changed), after: toldFields(after, changed) }
}

/** Adds a line about a task, or about all of an app, to the audit trail. */
export const tell = (
  tx: Tx,
  context: Context,
  { verb, appId, id }: { verb: string; appId: string; id?: string },
  details: AuditDetails = {},
): Promise<void> => record(tx, context, { action: `game-task.${verb}`, appId, targetId: id ?? appId, details })
