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
  do {
    page += 1
    last = await call({ ...input, ...(limit === undefined ? {} : { limit }), page })
    // Rows added during the loop move others onto the next page; the map removes the duplicates.
    for (const row of last.data) rows.set(idOf(row) ?? Symbol('no id'), row)
    if (Number(last.meta['totalPages']) > 1) out.progress(`Page ${page} of ${String(last.meta['totalPages'])}`)
  } while (last.data.length > 0 && page < Number(last.meta['totalPages']))
  return { data: [...rows.values()], meta: last.meta }
}
