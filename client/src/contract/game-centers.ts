import * as z from 'zod'
import { LAST_PLACE } from './facts/content-entries.ts'
import { besideAnother, byId, inOrder, Link, moveNote } from './content-entries.ts'
import { expectedUpdatedAt } from './cursors.ts'
import * as endpoints from './endpoints/game-centers.ts'
import { clearable, Empty, HttpUrl, Instant, name as nameText, PageMeta, Pagination } from './fields.ts'
import { route } from './route.ts'

const gameFields = {
  name: nameText(1, 100),
  link: Link,
  logoUrl: clearable(HttpUrl),
  order: z.int().min(-LAST_PLACE).max(LAST_PLACE).describe('ascending'),
}

export const GameCenterEntry = z
  .object({
    id: z.int(),
    name: z.string(),
    link: z.string(),
    logoUrl: z.string().nullable(),
    order: z.int(),
    createdAt: Instant,
    updatedAt: Instant.describe('the version of the fields'),
  })
  .meta({ id: 'GameCenterEntry' })
export type GameCenterEntry = z.input<typeof GameCenterEntry>

/** The games of the player app's game center. */
export const gameCenters = {
  list: route(endpoints.gameCenters.list, {
    summary: 'List the games of the game center in their order',
    description: 'In the order in which the player app shows them.',
    input: Pagination,
    output: z.array(GameCenterEntry),
    meta: PageMeta,
  }),
  create: route(endpoints.gameCenters.create, {
    summary: 'Add a game to the game center',
    description: 'It appears in the player app at once, at the end if no order is given.',
    input: z.object({
      ...gameFields,
      logoUrl: gameFields.logoUrl.default(null),
      order: gameFields.order.optional().describe('ascending; default: after the others'),
    }),
    output: GameCenterEntry,
    status: 201,
  }),
  get: route(endpoints.gameCenters.get, {
    summary: 'Show a game of the game center',
    description: 'Returns one game by its numeric id.',
    input: byId,
    output: GameCenterEntry,
    errors: ['game_not_found'],
  }),
  update: route(endpoints.gameCenters.update, {
    summary: 'Change a game of the game center; missing fields stay, null clears',
    description: 'Only the fields that are given change.',
    input: byId.extend({ ...z.object(gameFields).partial().shape, expectedUpdatedAt }),
    output: GameCenterEntry,
    errors: ['game_not_found', 'changed_meanwhile'],
  }),
  move: route(endpoints.gameCenters.move, {
    summary: 'Move a game of the game center directly before or after another one',
    description: `${moveNote} It changes \`order\` of the game, and of the others where they leave no number between them.`,
    input: besideAnother,
    output: GameCenterEntry,
    errors: ['game_not_found', 'neighbour_gone'],
  }),
  reorder: route(endpoints.gameCenters.reorder, {
    summary: 'Put the games of the game center in an order; names all of them',
    description:
      'Numbers `order` anew from 1. An order that leaves a game out, or names one that is gone, changes nothing.',
    input: inOrder,
    output: Empty,
    errors: ['order_outdated'],
  }),
  delete: route(endpoints.gameCenters.delete, {
    summary: 'Remove a game from the game center',
    description: 'The player app no longer lists it.',
    input: byId,
    output: Empty,
    errors: ['game_not_found'],
  }),
}
