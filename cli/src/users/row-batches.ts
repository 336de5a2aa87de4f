import { BULK_USERS } from '@openauth/client/light'
import type { Row } from './rows.ts'

/** Rows of one call: enough that its fixed cost is small, few enough that progress is seen. */
const ROWS = Math.min(500, BULK_USERS)
/** Bytes of the rows of one call. The route takes bodies of 2 MiB. */
const BYTES = 1_572_864

/** Rows that are judged by one call, and those that need none since they are refused here. */
export interface RowBatch {
  sent: Row[]
  /** Every row of the batch, in the order of the file. */
  rows: Row[]
}

/** Names of fields for which the server refuses the whole call, so that no object gets another prototype. */
const REFUSED_NAME = /"(__proto__|constructor)":/

/** Why a row would stop the call that it is in. */
const problemOf = (text: string, size: number): string | undefined => {
  if (size > BYTES) return `has ${size} bytes, too many for a user`
  const name = REFUSED_NAME.exec(text)?.[1]
  return name === undefined ? undefined : `has a field ${name}, which no user has`
}

/** Reads the next batch while the last one is imported: file and server are two computers' work. */
export async function* readAhead<T>(batches: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = batches.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done === true) return
      next = batches.next()
      // Whoever asks for the batch hears of an error; until then nobody does.
      next.catch(() => {})
      yield value
    }
  } finally {
    await next.catch(() => {})
    await batches.return(undefined)
  }
}

/** Groups rows into batches of one call each. A row that is too large for a call is refused. */
export async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<RowBatch> {
  let batch: RowBatch = { sent: [], rows: [] }
  let bytes = 0
  for await (const given of rows) {
    const text = JSON.stringify(given.user)
    const size = Buffer.byteLength(text)
    const problem = problemOf(text, size)
    const row = problem === undefined ? given : { ...given, issues: [{ path: '', message: problem }] }
    const counted = row.issues.length > 0 ? 0 : size
    if (batch.rows.length === ROWS || bytes + counted > BYTES) {
      yield batch
      batch = { sent: [], rows: [] }
      bytes = 0
    }
    batch.rows.push(row)
    if (row.issues.length === 0) batch.sent.push(row)
    bytes += counted
  }
  if (batch.rows.length > 0) yield batch
}
