import * as z from 'zod'
import { decimal, Instant, PageMeta, Pagination } from './fields.ts'

/** A time in a query: milliseconds since the epoch. */
export const QueryInstant = decimal(Instant).optional()

/** The version of settings that an operator saw before changing them. */
export const expectedUpdatedAt = decimal(Instant)
  .optional()
  .describe(
    '`updatedAt` as it was read: the change is refused with `changed_meanwhile` if somebody else made one since',
  )

/** `?page=&limit=`, or `?cursor=&limit=`: a cursor reads its rows from an index, however far from the first page they are. */
export const CursorPagination = Pagination.extend({
  cursor: z
    .string()
    .max(200)
    .optional()
    .describe('`nextCursor`, `previousCursor` or `lastCursor` of an answer with the same filters; replaces `page`'),
})

/** The metadata of a page of a list that is read by cursors. */
export const CursorMeta = PageMeta.extend({
  totalIsCapped: z.boolean().describe('true: at least `totalItems` rows match, and the rest was not counted'),
  nextCursor: z.string().nullable().describe('null on the last page'),
  previousCursor: z.string().nullable().describe('null on the first page'),
  lastCursor: z.string().describe('of the last page, which has `limit` rows'),
}).meta({ id: 'CursorMeta' })
export type CursorMeta = z.output<typeof CursorMeta>
