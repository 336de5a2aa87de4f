import {
  type CallInput,
  contract,
  type GameTask,
  NATIVE,
  networks,
  type PlayerLanguage,
  type TaskKind,
} from '@openauth/client'
import * as z from 'zod'
import type { MessageId } from '../../i18n/i18n.ts'
import { localMinutes, millisecondsOf } from '../../lib/local-time.ts'
import { amountProblem, amountText, unitsOf } from '../../lib/token-amount.ts'
import { type CheckField, taskKindWords } from './task-kinds.ts'

/** What the fields of a check contain; those of other kinds keep what was typed there. */
export type CheckValues = Record<CheckField, string> & { kind: TaskKind }

export interface TaskValues {
  title: string
  description: string
  translations: Partial<Record<PlayerLanguage, { title: string; description: string }>>
  url: string
  iconUrl: string
  reward: string
  check: CheckValues
  repeat: GameTask['repeat']
  enabled: boolean
  /** As `<input type="datetime-local">` has it, in the operator's time zone. */
  startsAt: string
  endsAt: string
  maxCompletions: string
  minLevel: string
  minLeague: string
}

/** A task as the form makes it: the server makes its key of the title. */
export type TaskInput = Omit<CallInput<typeof contract.gameTasks.create>, 'appId' | 'key'>

const emptyCheck: CheckValues = {
  kind: 'visit',
  dwellSeconds: '10',
  chat: '',
  provider: 'telegram',
  count: '',
  level: '',
  league: '',
  network: networks[0],
  token: '',
  amount: '',
  toAddress: '',
  url: '',
}

/** What the fields of a new task contain. */
export const newTask: TaskValues = {
  title: '',
  description: '',
  translations: {},
  url: '',
  iconUrl: '',
  reward: '',
  check: emptyCheck,
  repeat: 'once',
  enabled: true,
  startsAt: '',
  endsAt: '',
  maxCompletions: '',
  minLevel: '',
  minLeague: '',
}

const textOf = (value: string | number | null | undefined): string => String(value ?? '')
const timeText = (at: number | null): string => (at === null ? '' : localMinutes(at))

const refOf = ({ network, token }: { network: string; token?: string | null }): string =>
  `${network}:${token || NATIVE}`

const checkValuesOf = (check: GameTask['check']): CheckValues => {
  const texts = Object.fromEntries(Object.entries(check).map(([name, value]) => [name, textOf(value)]))
  const amount = 'amount' in check ? { amount: amountText(refOf(check), check.amount) } : {}
  return { ...emptyCheck, ...texts, ...amount, kind: check.kind }
}

/** What the fields show of a task. */
export const taskValuesOf = (task: GameTask): TaskValues => ({
  title: task.title,
  description: textOf(task.description),
  translations: Object.fromEntries(
    Object.entries(task.translations).map(([language, text]) => [
      language,
      { title: text.title, description: textOf(text.description) },
    ]),
  ),
  url: textOf(task.url),
  iconUrl: textOf(task.iconUrl),
  reward: textOf(task.reward),
  check: checkValuesOf(task.check),
  repeat: task.repeat,
  enabled: task.enabled,
  startsAt: timeText(task.startsAt),
  endsAt: timeText(task.endsAt),
  maxCompletions: textOf(task.maxCompletions),
  minLevel: textOf(task.minLevel),
  minLeague: textOf(task.minLeague),
})

/** A typed number; what is none stays a text, about which the contract's schema complains. */
const numberOf = (text: string): number | string | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed
}
const numberOrNone = (text: string) => numberOf(text) ?? null

const numbers = new Set<CheckField>(['dwellSeconds', 'count', 'level'])
const nullable = new Set<CheckField>(['token', 'toAddress'])

const amountOf = ({ network, token, amount }: CheckValues): string =>
  unitsOf(refOf({ network, token: token.trim() }), amount) ?? ''

const checkOf = (values: CheckValues): object => {
  const entries = taskKindWords[values.kind].fields.map((field) => {
    const text = values[field].trim()
    if (numbers.has(field)) return [field, numberOf(text)]
    if (field === 'amount') return [field, amountOf(values)]
    return [field, nullable.has(field) && text === '' ? null : text]
  })
  return { kind: values.kind, ...Object.fromEntries(entries) }
}

const inputOf = (values: TaskValues): object => ({
  ...values,
  check: checkOf(values.check),
  reward: numberOf(values.reward),
  startsAt: millisecondsOf(values.startsAt) ?? null,
  endsAt: millisecondsOf(values.endsAt) ?? null,
  maxCompletions: numberOrNone(values.maxCompletions),
  minLevel: numberOrNone(values.minLevel),
})

/** The contract complains about smallest units where the field takes the network's own. */
const issueText = ({ path, message }: z.core.$ZodIssue, { check }: TaskValues): string =>
  path.join('.') === 'check.amount'
    ? amountProblem(refOf({ network: check.network, token: check.token.trim() }))
    : message

/** The contract's schema over the fields of a task. */
export const taskSchema = z.transform((raw, context) => {
  const values = raw as TaskValues
  const parsed = contract.gameTasks.create.input.omit({ appId: true, key: true }).safeParse(inputOf(values))
  for (const issue of parsed.error?.issues ?? [])
    context.issues.push({ code: 'custom', path: issue.path, message: issueText(issue, values), input: raw })
  if (!parsed.data) return z.NEVER
  const { startsAt, endsAt, ...task } = parsed.data
  return { ...task, startsAt: startsAt?.getTime() ?? null, endsAt: endsAt?.getTime() ?? null }
}) as unknown as z.ZodType<TaskInput, TaskValues>

/** The fields of a task in the order of the form, and what they are called. */
export const taskFieldTitles: Record<keyof TaskInput, MessageId> = {
  title: 'gameTasks.titleField',
  description: 'content.description',
  url: 'content.link',
  iconUrl: 'gameTasks.iconUrl',
  reward: 'gameTasks.reward',
  translations: 'gameTasks.languages',
  check: 'gameTasks.check',
  repeat: 'gameTasks.repeat',
  enabled: 'gameTasks.enabled',
  startsAt: 'gameTasks.startsAt',
  endsAt: 'gameTasks.endsAt',
  maxCompletions: 'gameTasks.maxCompletions',
  minLevel: 'gameTasks.minLevel',
  minLeague: 'gameTasks.minLeague',
}

/**
 * What an edited task differs in from what the fields showed of it. Times are compared as the fields show them, in minutes:
 * seconds that they do not show stay.
 */
export const taskChanges = (task: GameTask, edited: TaskInput): Partial<TaskInput> => {
  const { repeat: _, ...shown } = taskSchema.parse(taskValuesOf(task))
  return Object.fromEntries(
    Object.keys(shown)
      .map((name) => name as keyof typeof shown)
      .filter((name) => JSON.stringify(shown[name]) !== JSON.stringify(edited[name]))
      .map((name) => [name, edited[name]]),
  )
}

const fieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields in which two versions of a task differ, with what they contain now. */
export const changedTaskFields = (before: GameTask, now: GameTask): { label: MessageId; value: string }[] => {
  const [was, is] = [before, now].map(taskValuesOf) as [TaskValues, TaskValues]
  return (Object.keys(taskFieldTitles) as (keyof TaskInput)[])
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({ label: taskFieldTitles[name], value: fieldText(name === 'check' ? now.check : is[name]) }))
}
