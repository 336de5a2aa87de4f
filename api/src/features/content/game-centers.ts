import type { GameCenterEntryModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { entryHandlers } from './entry-handlers.ts'
import type { EntryList } from './entry-list.ts'

/** The games of the game center, whose places are a field that admins may set. */
export const gameList = {
  tableName: 'GameCenterEntry',
  table: (tx) => tx.gameCenterEntry,
  place: 'order',
  noun: 'game-center',
  notFound: 'game_not_found',
  pictures: ['logoUrl'],
  auditedFields: ['name', 'link', 'logoUrl', 'order'],
} as const satisfies EntryList<GameCenterEntryModel>

export const gameCenterHandlers = (deps: Pick<Platform, 'db' | 'settings'>): Handlers<'gameCenters'> =>
  entryHandlers<GameCenterEntryModel>(deps, gameList)
