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

/** Groups rows into batches of one call each. A row that is too large for a call is refused. */
export async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<RowBatch> {
  let batch: RowBatch = { sent: [], rows: [] }
  let bytes = 0
  for await (const given of rows) {
    const size = Buffer.byteLength(JSON.stringify(given.user))
    const isTooLarge = size > BYTES
    const row = isTooLarge
      ? { ...given, issues: [{ path: '', message: `has ${size} bytes, too many for a user` }] }
      : given
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
