import * as z from 'zod'
import * as endpoints from './endpoints/game-boards.ts'
import { appBoards } from './facts/game-boards.ts'
import { decimal, Id, Instant } from './fields.ts'
import { route } from './route.ts'

const count = z.int().min(0)
const ofApp = z.object({ appId: Id })

const Board = z.object({
  board: z.enum(appBoards),
  players: count.nullable().describe('null while it is not built: the first look at it builds it'),
  building: z
    .object({ read: count.describe('accounts read'), of: count.describe('accounts of the app') })
    .nullable()
    .describe('how far it is built; null while nobody builds it'),
})

export const BoardsState = z
  .object({
    engine: z.enum(['memory', 'redis']).describe("where the boards are: in each server's memory, or in Redis"),
    boards: z.array(Board),
    verification: z
      .object({
        checkedAt: Instant.describe('when players of the app were last compared'),
        checked: count.describe('players that the answering server has compared since it started'),
        corrected: count.describe('places that differed from the accounts and were corrected'),
      })
      .nullable()
      .describe('null while the answering server has compared no player of the app'),
  })
  .meta({ id: 'BoardsState' })
export type BoardsState = z.input<typeof BoardsState>

/** The boards of apps' tap games, for operators. */
export const gameBoards = {
  get: route(endpoints.gameBoards.get, {
    summary: 'Show the boards of an app: where they are, how many players they have, whether they are being built',
    description: 'Boards in memory are those of the answering server.',
    input: ofApp,
    output: BoardsState,
    errors: ['app_not_found', 'boards_not_ready'],
  }),
  top: route(endpoints.gameBoards.top, {
    summary: 'Show the best players of a board',
    description: 'Equal rings share a rank. Disabled users are on no board. At most a second behind.',
    input: ofApp.extend({
      board: z.enum(appBoards),
      limit: decimal(z.int().min(1).max(100).default(25).describe('1 to 100')),
    }),
    output: z.array(
      z.object({
        userId: Id,
        rank: count.describe('from 1'),
        username: z.string().nullable(),
        avatar: z.string().nullable(),
        rings: count,
      }),
    ),
    meta: z.object({ total: count.describe('players on the board') }),
    errors: ['app_not_found', 'boards_not_ready'],
  }),
  rebuild: route(endpoints.gameBoards.rebuild, {
    summary: 'Read the boards of an app from the accounts again',
    description:
      'Begins and answers at once; the present boards answer until the new ones take their place. While boards are being built it begins nothing. Boards in ' +
      'memory are those of the answering server: others keep theirs.',
    input: ofApp,
    output: BoardsState,
    errors: ['app_not_found', 'boards_not_ready'],
  }),
}
