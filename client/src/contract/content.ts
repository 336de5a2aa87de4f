import { z } from 'zod'
import { expectedUpdatedAt } from './cursors.ts'
import {
  clearable,
  decimal,
  Empty,
  HttpUrl,
  Instant,
  name as nameText,
  PageMeta,
  Pagination,
  visibleText,
} from './fields.ts'
import { route } from './route.ts'

/** The target of a dapp or game: a path of the front end, or an http or https address. Excludes `javascript:` and the like. */
const Link = z
  .string()
  .trim()
  .max(2048)
  .refine((value) => /^\/(?![/\\])/.test(value) || /^https?:\/\//i.test(value), {
    error: 'must be an http or https address, or a path of the player app that begins with one /',
  })
  .refine((value) => !/[\p{Cc}\\\s]/u.test(value) && (value.startsWith('/') || URL.canParse(value)), {
    error: 'must be an address without blanks, backslashes and control characters',
  })

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #FBB042')

/** The default colours of a dapp's landing card. */
export const dappColors = { borderColor: '#FBB042', bgColor: '#CB7419' } as const

const EntryId = z.int().min(1).max(2_147_483_647)

const byId = z.object({ id: decimal(EntryId) })

/** Every entry of a list, in the order that it shall have. */
const inOrder = z.object({
  ids: z
    .array(EntryId)
    .max(5000)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must name each entry once' })
    .describe('the ids of all entries, in their new order'),
})

const dappFields = {
  name: nameText(1, 100).describe('the name by which pages look it up'),
  url: Link,
  description: clearable(visibleText(1, 2000)),
  logoUrl: clearable(HttpUrl),
  bgImgUrl: clearable(HttpUrl),
  borderColor: Color,
  bgColor: Color,
}

export const Dapp = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    description: z.string().nullable(),
    logoUrl: z.string().nullable(),
    bgImgUrl: z.string().nullable(),
    borderColor: z.string(),
    bgColor: z.string(),
    position: z.int().describe('ascending, in the list'),
    createdAt: Instant,
    updatedAt: Instant.describe('the version of the fields'),
  })
  .meta({ id: 'Dapp' })
export type Dapp = z.input<typeof Dapp>

const gameFields = {
  name: nameText(1, 100),
  link: Link,
  logoUrl: clearable(HttpUrl),
  order: z.int().min(-1_000_000).max(1_000_000).describe('ascending'),
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

/** Dapps that the player app opens in a frame. */
export const dapps = {
  list: route({
    method: 'GET',
    path: '/admin/dapps',
    auth: 'admin',
    summary: 'List dapps in their order',
    description: 'The dapps that the player app lists and opens, in the order in which it lists them.',
    input: Pagination,
    output: z.array(Dapp),
    meta: PageMeta,
  }),
  create: route({
    method: 'POST',
    path: '/admin/dapps',
    auth: 'admin',
    summary: 'Add a dapp; only listed dapps may use the wallet',
    description: 'The address becomes the origin that the wallet bridge trusts. It stands at the end of the list.',
    input: z.object({
      ...dappFields,
      description: dappFields.description.default(null),
      logoUrl: dappFields.logoUrl.default(null),
      bgImgUrl: dappFields.bgImgUrl.default(null),
      borderColor: Color.default(dappColors.borderColor),
      bgColor: Color.default(dappColors.bgColor),
    }),
    output: Dapp,
    status: 201,
    errors: ['dapp_exists'],
  }),
  get: route({
    method: 'GET',
    path: '/admin/dapps/{id}',
    auth: 'admin',
    summary: 'Show a dapp',
    description: 'Returns one dapp by its numeric id.',
    input: byId,
    output: Dapp,
    errors: ['dapp_not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: '/admin/dapps/{id}',
    auth: 'admin',
    summary: 'Change a dapp; missing fields stay, null clears',
    description: 'Only the fields that are given change.',
    input: byId.extend({ ...z.object(dappFields).partial().shape, expectedUpdatedAt }),
    output: Dapp,
    errors: ['dapp_not_found', 'dapp_exists', 'changed_meanwhile'],
  }),
  reorder: route({
    method: 'POST',
    path: '/admin/dapps/order',
    auth: 'admin',
    summary: 'Put the dapps in an order; names all of them',
    description: 'An order that leaves a dapp out, or names one that is gone, changes nothing.',
    input: inOrder,
    output: Empty,
    errors: ['order_outdated'],
  }),
  delete: route({
    method: 'DELETE',
    path: '/admin/dapps/{id}',
    auth: 'admin',
    summary: 'Remove a dapp',
    description: 'The player app no longer lists or opens it.',
    input: byId,
    output: Empty,
    errors: ['dapp_not_found'],
  }),
}

/** The games of the player app's game center. */
export const gameCenters = {
  list: route({
    method: 'GET',
    path: '/admin/game-centers',
    auth: 'admin',
    summary: 'List the games of the game center in their order',
    description: 'In the order in which the player app shows them.',
    input: Pagination,
    output: z.array(GameCenterEntry),
    meta: PageMeta,
  }),
  create: route({
    method: 'POST',
    path: '/admin/game-centers',
    auth: 'admin',
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
  get: route({
    method: 'GET',
    path: '/admin/game-centers/{id}',
    auth: 'admin',
    summary: 'Show a game of the game center',
    description: 'Returns one game by its numeric id.',
    input: byId,
    output: GameCenterEntry,
    errors: ['game_not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: '/admin/game-centers/{id}',
    auth: 'admin',
    summary: 'Change a game of the game center; missing fields stay, null clears',
    description: 'Only the fields that are given change.',
    input: byId.extend({ ...z.object(gameFields).partial().shape, expectedUpdatedAt }),
    output: GameCenterEntry,
    errors: ['game_not_found', 'changed_meanwhile'],
  }),
  reorder: route({
    method: 'POST',
    path: '/admin/game-centers/order',
    auth: 'admin',
    summary: 'Put the games of the game center in an order; names all of them',
    description:
      'Numbers `order` anew from 1. An order that leaves a game out, or names one that is gone, changes nothing.',
    input: inOrder,
    output: Empty,
    errors: ['order_outdated'],
  }),
  delete: route({
    method: 'DELETE',
    path: '/admin/game-centers/{id}',
    auth: 'admin',
    summary: 'Remove a game from the game center',
    description: 'The player app no longer lists it.',
    input: byId,
    output: Empty,
    errors: ['game_not_found'],
  }),
}
