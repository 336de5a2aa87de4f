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
export const nextOf = ({ data, meta }: Page, page: number): Input | undefined => {
  if ('nextCursor' in meta) return typeof meta['nextCursor'] === 'string' ? { cursor: meta['nextCursor'] } : undefined
  return data.length > 0 && page < Number(meta['totalPages']) ? { page: page + 1 } : undefined
}

/** The ids of so many pages are remembered. More would take memory without end. */
const REMEMBERED_PAGES = 10

/** Leaves out rows of pages before: rows that were added during the run move others onto the next page. */
const createFilter = () => {
  const pages: Set<unknown>[] = []
  return (rows: unknown[]): unknown[] => {
    const fresh = rows.filter((row) => idOf(row) === undefined || !pages.some((ids) => ids.has(idOf(row))))
    pages.push(new Set(rows.map(idOf)))
    if (pages.length > REMEMBERED_PAGES) pages.shift()
    return fresh
  }
}

/** Fetches page by page, with the largest page size unless `limit` is given. */
export async function* eachPage(
  spec: CommandSpec,
  input: Input,
  call: (input: Input) => Promise<Page>,
  onProgress: Output['progress'],
): AsyncGenerator<Page> {
  const limit = input['limit'] ?? spec.flags.find(({ key }) => key === 'limit')?.maximum
  const withoutRepeated = createFilter()
  let page = 0
  let next: Input | undefined = { page: 1 }
  do {
    page += 1
    const answer = await call({ ...input, ...(limit === undefined ? {} : { limit }), ...next })
    next = nextOf(answer, page)
    if (page > 1 || next) onProgress(`Page ${page} of ${totalPagesOf(answer)}`)
    yield { data: withoutRepeated(answer.data), meta: answer.meta }
  } while (next)
}

/** What is told below a page of a list: where it is, and how to see others. Undefined for a list of one page. */
export const positionOf = (spec: CommandSpec, input: Input, { data, meta }: Page): string | undefined => {
  const hasPages = spec.flags.some(({ key }) => key === 'page')
  const { totalItems, totalPages, nextCursor } = meta
  const all = '--all shows every page.'
  if (hasPages && typeof totalPages === 'number' && input['cursor'] === undefined) {
    if (totalPages <= 1) return undefined
    const page = Number(input['page'] ?? 1)
    const more = meta['totalIsCapped'] === true ? ' or more' : ''
    const next = page < totalPages ? ` --page ${page + 1} shows the next page, ${all}` : ''
    return `Page ${page} of ${totalPages}${more}: ${data.length} of ${String(totalItems)}${more}.${next}`
  }
  if (typeof nextCursor !== 'string') return undefined
  return `${data.length} rows, and there are more. --cursor ${nextCursor} shows the next page, ${all}`
}
