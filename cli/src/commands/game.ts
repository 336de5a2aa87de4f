import type { TaskProblem } from '@openauth/client'
import { taskProblems } from '@openauth/client/light'
import type { Noun } from '../noun.ts'
import type { Row } from '../view.ts'
import { simulatedRings, statisticsByDay } from './game-tables.ts'

const GAME = 'Tap game'

export const gameRules: Noun = {
  name: 'game-rules',
  section: GAME,
  group: 'gameRules',
  summary: "Rules of an app's tap game: energy, boosts, rewards, levels and leagues",
  verbs: { simulate: { table: simulatedRings, columns: ['player', 'ringsFrom', 'before', 'after', 'change'] } },
  examples: [
    'openauth game-rules get --app "My app" --json',
    `openauth game-rules simulate --app "My app" --energy '{"perSecond":2}'`,
    `openauth game-rules update --app "My app" --energy '{"perSecond":2}' --expected-version 0`,
    'openauth game-rules versions --app "My app"',
  ],
}

export const squads: Noun = {
  name: 'squads',
  section: GAME,
  group: 'gameSquads',
  summary: 'Squads of players in the tap game',
  examples: [
    'openauth squads list --app "My app"',
    'openauth squads update <squad id> --app "My app" --name "Better name"',
    'openauth squads remove-member <squad id> <user id> --app "My app"',
    'openauth squads delete <squad id> --app "My app"',
  ],
}

export const gamePlayers: Noun = {
  name: 'game-players',
  section: GAME,
  group: 'gamePlayers',
  summary: 'Players of the tap game: their rings, energy, boosts and ledger',
  verbs: {
    ledger: {
      columns: [
        'endedAt',
        'kind',
        'amount',
        'balance',
        'taps',
        {
          header: 'about',
          value: ({ task, reference }) => (task as { title: string | null } | null)?.title ?? reference,
        },
      ],
    },
  },
  examples: [
    'openauth game-players get <user id> --app "My app"',
    'openauth game-players ledger <user id> --app "My app"',
    'openauth game-players adjust <user id> --app "My app" --rings 100 --reason "Lost in a contest" --idempotency-key ticket-7',
  ],
}

export const boards: Noun = {
  name: 'boards',
  section: GAME,
  group: 'gameBoards',
  summary: "Boards of an app's tap game: where they are, how many players they have, and building them again",
  verbs: {
    get: { table: 'boards', columns: ['board', 'players', 'building'] },
    top: { columns: ['rank', 'username', 'rings', 'userId'] },
    rebuild: { watches: 'boards', table: 'boards', columns: ['board', 'players'] },
  },
  examples: [
    'openauth boards get --app "My app"',
    'openauth boards top week --app "My app" --limit 10',
    'openauth boards rebuild --app "My app"',
  ],
}

/** Says what the operator has to mend before players can complete a task. */
const mendTask = ({ problem }: Row): string | undefined => {
  const text = taskProblems[problem as TaskProblem]
  return text && `Players cannot complete this task yet: ${text}.`
}

export const gameTasks: Noun = {
  name: 'game-tasks',
  section: GAME,
  group: 'gameTasks',
  summary: 'Tasks of the tap game: what players do for rings, their codes and signing secrets',
  examples: [
    'openauth game-tasks list --app "My app"',
    `openauth game-tasks create --app "My app" --title "Join our channel" --url https://t.me/my_channel --reward 500 --check '{"kind":"telegram_member","chat":"@my_channel"}'`,
    'openauth game-tasks update <task id> --app "My app" --reward 1000',
    'openauth game-tasks update <task id> --app "My app" --enabled false',
    'openauth game-tasks move <task id> --app "My app" --before <task id>',
    'openauth game-tasks create-codes <task id> --app "My app" --count 100 --json',
    'openauth game-tasks secret <task id> --app "My app"',
    'openauth game-tasks rotate-secret <task id> --app "My app" --overlap-seconds 86400 --yes',
  ],
  columns: [
    { header: '#', value: ({ position }) => position },
    'id',
    'key',
    'title',
    { header: 'kind', value: ({ check }) => (check as { kind: string }).kind },
    'reward',
    { header: 'on', value: ({ enabled }) => (enabled ? 'yes' : 'no') },
    { header: 'done', value: ({ completions }) => completions },
    { header: 'problem', value: ({ problem }) => problem, isOptional: true },
  ],
  verbs: {
    create: { next: mendTask },
    update: { next: mendTask },
    get: { next: mendTask },
    secret: { reveals: true },
    rotateSecret: { reveals: true },
  },
}

export const gameStats: Noun = {
  name: 'game-stats',
  section: GAME,
  group: 'gameStats',
  summary: 'Statistics of the tap game: taps, players, rings and retention by day',
  verbs: {
    get: {
      table: statisticsByDay,
      columns: [
        'day',
        'taps',
        'activePlayers',
        'newPlayers',
        'made',
        'spent',
        'claimed',
        'adjusted',
        ...(['day1', 'day7', 'day30'] as const).map((day) => ({
          header: `back after ${day.slice(3)} d`,
          value: (row: Row) => row[day],
          isOptional: true as const,
        })),
      ],
    },
  },
  examples: ['openauth game-stats get --app "My app" --days 7'],
}

export const gameReviews: Noun = {
  name: 'game-reviews',
  section: GAME,
  group: 'gameReviews',
  summary: 'Players whose play seems automatic: flags, delays of payouts, appeals and decisions',
  verbs: {
    list: {
      columns: [
        'userId',
        { header: 'name', value: ({ displayName }) => displayName },
        { header: 'flags', value: ({ codes }) => codes },
        'state',
        {
          header: 'latest',
          value: ({ foundAt }, time) => (typeof foundAt === 'number' ? time(foundAt).slice(0, 10) : null),
        },
      ],
    },
  },
  examples: [
    'openauth game-reviews list --app "My app" --state appealed',
    'openauth game-reviews get <user id> --app "My app"',
    'openauth game-reviews clear <user id> --app "My app" --reason "Plays at a friend\'s every evening"',
    'openauth game-reviews hold <user id> --app "My app" --reason "Taps day and night"',
    'openauth game-reviews limit-taps <user id> --app "My app" --taps-per-second 5 --reason "Under review"',
  ],
}

/** What a treasury lacks before it pays claims. */
const fundTreasury = ({ address, token }: Row): string | undefined => {
  if (address === null)
    return 'There is no treasury yet: claims that are paid on chain wait. Next: openauth treasury create'
  if (token === null)
    return `The rules name no token, so claims are recorded only. Next: openauth game-rules update --payouts '{"mint":"…","decimals":6}'`
  return undefined
}

export const treasury: Noun = {
  name: 'treasury',
  section: GAME,
  group: 'treasury',
  summary: "The wallet from which an app's claims of rings are paid on chain",
  verbs: { get: { next: fundTreasury }, create: { next: fundTreasury } },
  examples: [
    'openauth treasury get --app "My app"',
    'openauth treasury create --app "My app"',
    'openauth treasury pause --app "My app" --reason "The token moves to a new mint"',
    'openauth treasury resume --app "My app"',
  ],
}

export const ringClaims: Noun = {
  name: 'ring-claims',
  section: GAME,
  group: 'ringClaims',
  summary: 'Claims of rings that are paid on chain',
  columns: [
    'createdAt',
    { header: 'user id', value: ({ userId }) => userId, isShortened: true },
    { header: 'id', value: ({ id }) => id, isShortened: true },
    'rings',
    'amount',
    'status',
    { header: 'problem', value: ({ problem }) => problem, isOptional: true },
  ],
  examples: [
    'openauth ring-claims list --app "My app" --status failed',
    'openauth ring-claims retry <user id> <claim id> --app "My app"',
    'openauth ring-claims return <user id> <claim id> --app "My app" --reason "The account is frozen"',
  ],
}
