import type { Input } from '@openauth/client'
import type { CommandSpec } from './command-spec.ts'
import type { Output } from './output.ts'

/** A page of rows and its metadata. */
export interface Page {
  data: unknown[]
  meta: Record<string, unknown>
}

const idOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null ? (row as { id?: unknown }).id : undefined

/** The number of pages as text; of a total that was not counted further, at least so many. */
const totalPagesOf = ({ meta }: Page): string =>
  `${String(meta['totalPages'])}${meta['totalIsCapped'] === true ? ' or more' : ''}`

/** Where the next page begins: at the cursor, where the list has one, else by its number; undefined after the last page. */
const nextOf = ({ data, meta }: Page, page: number): Input | undefined => {
  if ('nextCursor' in meta) return typeof meta['nextCursor'] === 'string' ? { cursor: meta['nextCursor'] } : undefined
  return data.length > 0 && page < Number(meta['totalPages']) ? { page: page + 1 } : undefined
}

/** Fetches every page, with the largest page size unless `limit` is given. */
export const fetchAllPages = async (
  spec: CommandSpec,
  input: Input,
  call: (input: Input) => Promise<Page>,
  out: Output,
): Promise<Page> => {
  const limit = input['limit'] ?? spec.flags.find(({ key }) => key === 'limit')?.maximum
  const rows = new Map<unknown, unknown>()
  let last: Page
  let page = 0
  let next: Input | undefined = { page: 1 }
  do {
    page += 1
    last = await call({ ...input, ...(limit === undefined ? {} : { limit }), ...next })
    // Rows added during the loop move others onto the next page; the map removes the duplicates.
    for (const row of last.data) rows.set(idOf(row) ?? Symbol('no id'), row)
    next = nextOf(last, page)
    if (page > 1 || next) out.progress(`Page ${page} of ${totalPagesOf(last)}`)
  } while (next)
  return { data: [...rows.values()], meta: last.meta }
}
