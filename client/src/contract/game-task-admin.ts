import * as z from 'zod'
import { playerLanguages } from './facts/brand.ts'
import { expectedUpdatedAt } from './cursors.ts'
import * as endpoints from './endpoints/game-task-admin.ts'
import { MOST_TASKS, MOST_NEW_CODES } from './facts/game-task-admin.ts'
import {
  clearable,
  decimal,
  Empty,
  exactlyOneOf,
  HttpUrl,
  Id,
  Instant,
  Key,
  OverlapSeconds,
  PageMeta,
  Pagination,
  visibleText,
} from './fields.ts'
import { TaskCheck, TaskProblem } from './game-task-checks.ts'
import { taskRepeats } from './facts/game-tasks.ts'
import { route } from './route.ts'
import { storedSecret } from './stored-secrets.ts'

const MAX_REWARD = 1_000_000_000_000

const count = z.int().min(0)
const Title = visibleText(1, 100)
const Description = clearable(visibleText(1, 1000))

type ByLanguage<T> = Partial<Record<(typeof playerLanguages)[number], T>>

const byLanguage = <T extends z.ZodType>(text: T) =>
  z.strictObject(
    Object.fromEntries(playerLanguages.map((language) => [language, text.optional()])),
  ) as unknown as z.ZodType<ByLanguage<z.output<T>>, ByLanguage<z.input<T>>>

const Translations = byLanguage(z.strictObject({ title: Title, description: Description.default(null) })).describe(
  `title and description in other languages: ${playerLanguages.join(', ')}`,
)

const League = z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be the id of a league of the rules')

const fields = {
  title: Title.describe('in the default language: shown where a task has no text in the wanted one'),
  description: Description,
  translations: Translations,
  url: clearable(HttpUrl).describe('where the player does it; an http or https address'),
  iconUrl: clearable(HttpUrl),
  reward: z.int().min(1).max(MAX_REWARD).describe('rings; a change applies to later completions'),
  check: TaskCheck,
  enabled: z.boolean().describe('whether players see it'),
  startsAt: Instant.nullable().describe('null: at once'),
  endsAt: Instant.nullable().describe('null: never; of a new task in the future'),
  maxCompletions: z.int().min(1).max(MAX_REWARD).nullable().describe('of all players together; null: no limit'),
  minLevel: z.int().min(2).max(101).nullable().describe('only players of this level or a higher one see it; null: all'),
  minLeague: clearable(League).describe('only players of this league or a higher one see it; null: all'),
}

export const GameTask = z
  .object({
    id: Id,
    key: z.string().describe('by which files of the configuration know it; it never changes'),
    title: z.string(),
    description: z.string().nullable(),
    translations: byLanguage(z.object({ title: z.string(), description: z.string().nullable() })),
    url: z.string().nullable(),
    iconUrl: z.string().nullable(),
    reward: count,
    check: TaskCheck,
    repeat: z.enum(taskRepeats),
    enabled: z.boolean(),
    startsAt: Instant.nullable(),
    endsAt: Instant.nullable(),
    maxCompletions: count.nullable(),
    minLevel: count.nullable(),
    minLeague: z.string().nullable(),
    position: count.describe('from 1, in the order in which players see them'),
    completions: count.describe('how often it was completed and paid'),
    codes: z
      .object({ unused: count, used: count })
      .nullable()
      .describe('one-time codes; null for tasks of other kinds'),
    problem: TaskProblem.nullable(),
    createdAt: Instant,
    updatedAt: Instant.describe('the version of the fields'),
  })
  .meta({ id: 'GameTask' })
export type GameTask = z.input<typeof GameTask>

const ofApp = z.object({ appId: Id })
const one = ofApp.extend({ id: Id })
const notFound = ['app_not_found', 'task_not_found'] as const

/** Tasks of an app's tap game, for operators. */
export const gameTasks = {
  list: route(endpoints.gameTasks.list, {
    summary: "List the tasks of an app's tap game in their order",
    description: 'Also those that are switched off, have not begun or have ended.',
    input: ofApp.extend(Pagination.shape),
    output: z.array(GameTask),
    meta: PageMeta,
    errors: ['app_not_found'],
  }),
  create: route(endpoints.gameTasks.create, {
    summary: 'Add a task',
    description:
      'It stands at the end. Kind and repetition stay as they are: they decide what a completion is, and so that it is paid once. A task ' +
      'of the kind `webhook` gets a signing secret, one of the kind `code` needs codes. What can never work is refused; `problem` in the answer tells ' +
      'what the app lacks for it.',
    input: ofApp.extend({
      ...fields,
      key: Key.optional().describe('unlike those of the app’s other tasks, and for ever; default: made of the title'),
      description: fields.description.default(null),
      translations: fields.translations.default({}),
      url: fields.url.default(null),
      iconUrl: fields.iconUrl.default(null),
      repeat: z.enum(taskRepeats).default('once').describe('once: once a player; daily: once a player and day (UTC)'),
      enabled: fields.enabled.default(true),
      startsAt: fields.startsAt.default(null),
      endsAt: fields.endsAt.default(null),
      maxCompletions: fields.maxCompletions.default(null),
      minLevel: fields.minLevel.default(null),
      minLeague: fields.minLeague.default(null),
    }),
    output: GameTask,
    status: 201,
    errors: ['app_not_found', 'task_exists', 'too_many_tasks'],
  }),
  get: route(endpoints.gameTasks.get, {
    summary: 'Show a task',
    description: 'With the number of its completions, and of its codes.',
    input: one,
    output: GameTask,
    errors: notFound,
  }),
  update: route(endpoints.gameTasks.update, {
    summary: 'Change a task; missing fields stay, null clears',
    description:
      'Who has completed it is not paid again, whatever changes. `check` replaces the whole check, which keeps its kind.',
    input: one.extend({ ...z.object(fields).partial().shape, expectedUpdatedAt }),
    output: GameTask,
    errors: [...notFound, 'changed_meanwhile', 'task_kind_fixed'],
  }),
  move: route(endpoints.gameTasks.move, {
    summary: 'Move a task directly before or after another one',
    description: 'The others keep their order. A move to where it stands already changes nothing.',
    input: exactlyOneOf(
      one.extend({
        before: Id.optional().describe('the id of the task directly before which it shall stand'),
        after: Id.optional().describe('the id of the task directly after which it shall stand'),
      }),
      [['before'], ['after']],
    ),
    output: GameTask,
    errors: [...notFound, 'neighbour_gone'],
  }),
  reorder: route(endpoints.gameTasks.reorder, {
    summary: 'Put the tasks in an order; names all of them',
    description: 'An order that leaves a task out, or names one that is gone, changes nothing.',
    input: ofApp.extend({
      ids: z
        .array(Id)
        .max(MOST_TASKS)
        .refine((ids) => new Set(ids).size === ids.length, { error: 'must name each task once' })
        .describe('the ids of all tasks, in their new order'),
    }),
    output: Empty,
    errors: ['app_not_found', 'order_outdated'],
  }),
  delete: route(endpoints.gameTasks.delete, {
    summary: 'Remove a task with its codes and what players have begun of it',
    description: 'Rings that it paid stay. A task that is only switched off can come back.',
    input: one,
    output: Empty,
    errors: notFound,
  }),
  createCodes: route(endpoints.gameTasks.createCodes, {
    summary: 'Make one-time codes; they are shown this once',
    description: 'The server keeps a digest of each. Every code completes the task for one player.',
    input: one.extend({ count: decimal(z.int().min(1).max(MOST_NEW_CODES)) }),
    output: z.object({ codes: z.array(z.string()).describe('25 letters and digits in five groups') }),
    status: 201,
    errors: [...notFound, 'task_has_no_codes', 'too_many_codes'],
  }),
  revokeCodes: route(endpoints.gameTasks.revokeCodes, {
    summary: 'Make all unused codes of a task invalid',
    description: 'Codes that were used stay counted.',
    input: one,
    output: z.object({ revoked: count }),
    errors: [...notFound, 'task_has_no_codes'],
  }),
  secret: route(endpoints.gameTasks.secret, {
    summary: "Show the secret that signs the questions to a partner's endpoint",
    description: 'The partner verifies the header `OpenAuth-Signature` with it. Each reveal is audited.',
    input: one,
    output: z.object({ secret: storedSecret(z.string()) }),
    errors: [...notFound, 'task_has_no_secret'],
  }),
  rotateSecret: route(endpoints.gameTasks.rotateSecret, {
    summary: 'Replace the signing secret of a task',
    description: 'Until the old secret expires, questions carry a signature of each.',
    input: one.extend({ overlapSeconds: decimal(OverlapSeconds) }),
    output: z.object({ secret: storedSecret(z.string()), previousExpiresAt: Instant }),
    errors: [...notFound, 'task_has_no_secret'],
  }),
}
