import * as z from 'zod'
import { besideAnother, byId, inOrder, Link, moveNote } from './content-entries.ts'
import { expectedUpdatedAt } from './cursors.ts'
import * as endpoints from './endpoints/dapps.ts'
import { dappColors } from './facts/dapps.ts'
import { clearable, Empty, HttpUrl, Instant, name as nameText, PageMeta, Pagination, visibleText } from './fields.ts'
import { route } from './route.ts'

const Color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #FBB042')

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

/** Dapps that the player app opens in a frame. */
export const dapps = {
  list: route(endpoints.dapps.list, {
    summary: 'List dapps in their order',
    description: 'The dapps that the player app lists and opens, in the order in which it lists them.',
    input: Pagination,
    output: z.array(Dapp),
    meta: PageMeta,
  }),
  create: route(endpoints.dapps.create, {
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
  get: route(endpoints.dapps.get, {
    summary: 'Show a dapp',
    description: 'Returns one dapp by its numeric id.',
    input: byId,
    output: Dapp,
    errors: ['dapp_not_found'],
  }),
  update: route(endpoints.dapps.update, {
    summary: 'Change a dapp; missing fields stay, null clears',
    description: 'Only the fields that are given change.',
    input: byId.extend({ ...z.object(dappFields).partial().shape, expectedUpdatedAt }),
    output: Dapp,
    errors: ['dapp_not_found', 'dapp_exists', 'changed_meanwhile'],
  }),
  move: route(endpoints.dapps.move, {
    summary: 'Move a dapp directly before or after another one',
    description: moveNote,
    input: besideAnother,
    output: Dapp,
    errors: ['dapp_not_found', 'neighbour_gone'],
  }),
  reorder: route(endpoints.dapps.reorder, {
    summary: 'Put the dapps in an order; names all of them',
    description: 'An order that leaves a dapp out, or names one that is gone, changes nothing.',
    input: inOrder,
    output: Empty,
    errors: ['order_outdated'],
  }),
  delete: route(endpoints.dapps.delete, {
    summary: 'Remove a dapp',
    description: 'The player app no longer lists or opens it.',
    input: byId,
    output: Empty,
    errors: ['dapp_not_found'],
  }),
}
