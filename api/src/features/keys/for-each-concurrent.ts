/** Rows that are processed at the same time. With a remote KEK each takes up to three calls. */
const CONCURRENCY = 8

/**
 * Calls `work` for all rows, several at a time. After an error no further row begins; the first error is thrown once
 * the rows under way have ended.
 */
export const forEachConcurrent = async <Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> => {
  const queue = [...rows]
  const errors: unknown[] = []
  const worker = async () => {
    for (let row = queue.shift(); row && errors.length === 0; row = queue.shift())
      await work(row).catch((error: unknown) => void errors.push(error))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  if (errors.length > 0) throw errors[0]
}
