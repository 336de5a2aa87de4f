import * as z from 'zod'
import * as endpoints from './endpoints/index.ts'
import { type TaskReason, taskReasons, taskRepeats, taskStatuses } from './facts/game-tasks.ts'
import { Id, Instant } from './fields.ts'
import { taskKinds } from './game-task-checks.ts'
import { route } from './route.ts'

const reason = z
  .enum(Object.keys(taskReasons) as [TaskReason, ...TaskReason[]])
  .nullable()
  .describe(
    `why it is not completed: ${Object.entries(taskReasons)
      .map(([name, text]) => `${name}: ${text}`)
      .join('; ')}`,
  )

const count = z.int().min(0)
const status = z
  .enum(taskStatuses)
  .describe('available: not begun; started: begun and not done yet; completed: done and paid, if daily for today')
const progress = count.nullable().describe('how much of `target` is reached; null where nothing is counted')

export const PlayerTask = z
  .object({
    id: Id,
    title: z.string(),
    description: z.string().nullable(),
    url: z.string().nullable().describe('where the player does it'),
    iconUrl: z.string().nullable(),
    kind: z.enum(taskKinds),
    reward: count.describe('rings; of a completed task, what it paid'),
    status,
    repeat: z.enum(taskRepeats),
    progress,
    target: count.nullable(),
    availableAt: Instant.nullable().describe('when a visit that was started can be verified'),
    needsCode: z.boolean().describe('verify-action takes a code that the player enters'),
    provider: z.string().nullable().describe('the provider whose account has to be bound'),
    league: z.string().nullable().describe('the name of the league that has to be reached'),
    asset: z
      .object({
        network: z.string(),
        token: z.string().nullable(),
        amount: z.string(),
        toAddress: z.string().nullable(),
      })
      .nullable()
      .describe('what has to be held or sent, in smallest units'),
    completionsLeft: count.nullable().describe('how many players may still complete it; null without a limit'),
    endsAt: Instant.nullable(),
    resetsAt: Instant.nullable().describe('when a completed daily task begins again'),
  })
  .meta({ id: 'PlayerTask' })
export type PlayerTask = z.input<typeof PlayerTask>

export const TaskResult = z
  .object({
    status,
    reward: count.describe('what the task pays; of a completed one, what it paid'),
    isNew: z.boolean().describe('whether this call completed it'),
    reason,
    progress,
    target: count.nullable(),
    availableAt: Instant.nullable().describe('when to ask again, after `dwell`'),
    rings: z.int().describe("the player's balance"),
    earnedRings: z.int(),
  })
  .meta({ id: 'TaskResult' })
export type TaskResult = z.input<typeof TaskResult>

/** Why a check could not be made or the task not be paid. */
const checkErrors = ['task_not_found', 'task_over', 'game_off'] as const

/** The players' calls; they stand in the group `game`. */
export const playerTasks = {
  tasks: route(endpoints.game.tasks, {
    reader: 'Players',
    summary: 'List the tasks that the player can do or has done',
    description:
      'In the order of the operator. A task that has ended, or that as many players as may have completed, is listed only to players ' +
      'who completed it. Texts are in the wanted language where the task has them.',
    input: z.object({
      language: z
        .string()
        .max(35)
        .optional()
        .describe('a language tag such as `es` or `es-MX`; default: the Accept-Language of the request'),
    }),
    output: z.array(PlayerTask),
    errors: ['game_off'],
  }),
  verifyAction: route(endpoints.game.verifyAction, {
    reader: 'Players',
    summary: 'Begin a task, or have it checked and paid',
    description:
      'The first call begins the task; every call checks it. What is done is paid once, however often this is called; what is not done ' +
      'answers the status `started` with a reason. Checks that ask Telegram, a chain or a partner are made at most once in five seconds.',
    input: z.object({
      taskId: z.string().max(64),
      code: z
        .string()
        .max(100)
        .optional()
        .describe('of tasks with a one-time code; blanks, hyphens and case do not count'),
    }),
    output: TaskResult,
    errors: [
      ...checkErrors,
      'task_account_used',
      'task_code_wrong',
      'task_misconfigured',
      'task_check_failed',
      'too_many_attempts',
    ],
  }),
}

/** Tasks of the kind `webhook`, for the partner's server. */
export const appTasks = {
  complete: route(endpoints.appTasks.complete, {
    summary: 'Tell that a user has done a task of the kind `webhook`; it is paid once',
    description: 'The user need not call verify-action. A repeated call changes nothing and gets the same answer.',
    input: z.object({ id: Id, taskId: z.string().max(64) }),
    output: TaskResult,
    errors: ['user_not_found', 'user_disabled', ...checkErrors, 'task_not_pushed', 'too_many_attempts'],
  }),
}
