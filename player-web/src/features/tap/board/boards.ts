import type { IconName } from '../../../components/icon.tsx'
import type { MessageId } from '../../../i18n/i18n.ts'
import type { GameCalls } from '../tap-calls.ts'

interface BoardWords {
  id: NonNullable<NonNullable<Parameters<GameCalls['leaderboard']>[0]>['board']>
  label: MessageId
  /** What an empty board says. */
  empty: MessageId
  /** What it says below a player who is alone on it. */
  alone: MessageId
  icon: IconName
  /** Whether it counts all rings that were earned, and not those of a week. */
  isOfAllTime: boolean
}

/** The boards to choose from, in their order: a further one of the API is an entry here. */
export const boards = [
  { id: 'all', label: 'board.all', empty: 'board.none', alone: 'board.alone', icon: 'ring', isOfAllTime: true },
  {
    id: 'week',
    label: 'board.week',
    empty: 'board.noneThisWeek',
    alone: 'board.alone',
    icon: 'history',
    isOfAllTime: false,
  },
  {
    id: 'lastWeek',
    label: 'board.lastWeek',
    empty: 'board.noneLastWeek',
    alone: 'board.alone',
    icon: 'history',
    isOfAllTime: false,
  },
  {
    id: 'league',
    label: 'board.ofLeague',
    empty: 'board.none',
    alone: 'board.alone',
    icon: 'shield',
    isOfAllTime: true,
  },
  {
    id: 'friends',
    label: 'board.friends',
    empty: 'board.noFriends',
    alone: 'board.noFriends',
    icon: 'invite',
    isOfAllTime: true,
  },
] as const satisfies BoardWords[]

export type Board = (typeof boards)[number]

/** The board that an address names; the first one where it names none. */
export const boardOf = (id: string | null): Board => boards.find((each) => each.id === id) ?? boards[0]
