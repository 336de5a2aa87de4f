import * as z from 'zod'
import { decimal, exactlyOneOf, hasUserInfo } from './fields.ts'

/** The target of a dapp or game: a path of the front end, or an http or https address. Excludes `javascript:` and the like. */
export const Link = z
  .string()
  .trim()
  .max(2048)
  .refine((value) => /^\/(?![/\\])/.test(value) || /^https?:\/\//i.test(value), {
    error: 'must be an http or https address, or a path of the player app that begins with one /',
    abort: true,
  })
  .refine((value) => !/[\p{Cc}\\\s]/u.test(value) && (value.startsWith('/') || URL.canParse(value)), {
    error: 'must be an address without blanks, backslashes and control characters',
    abort: true,
  })
  .refine((value) => value.startsWith('/') || !URL.canParse(value) || !hasUserInfo(value), {
    error: 'must be an address without user name and password',
  })

export const EntryId = z.int().min(1).max(2_147_483_647)

export const byId = z.object({ id: decimal(EntryId) })

/** The ids of all entries of a list, in the new order. */
export const inOrder = z.object({
  ids: z
    .array(EntryId)
    .max(5000)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must name each entry once' })
    .describe('the ids of all entries, in their new order'),
})

/** The entry to move, and the one directly before or after which it is placed. */
export const besideAnother = exactlyOneOf(
  byId.extend({
    before: decimal(EntryId).optional().describe('the id of the entry directly before which it shall stand'),
    after: decimal(EntryId).optional().describe('the id of the entry directly after which it shall stand'),
  }),
  [['before'], ['after']],
)

export const moveNote =
  'The others keep their order, so that moves of several operators at the same time all apply. A move to where it stands already ' +
  'changes nothing.'
