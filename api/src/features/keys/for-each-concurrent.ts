/** Rows at the same time; a remote KEK is up to three calls a row. */
const CONCURRENCY = 8

/** Works on all rows, several at a time. Throws what `work` threw first, after the rows that have begun. */
export const forEachConcurrent = async <Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<void>,
): Promise<void> => {
  const waiting = [...rows]
  const errors: unknown[] = []
  const worker = async () => {
    for (let row = waiting.shift(); row && errors.length === 0; row = waiting.shift())
      await work(row).catch((error: unknown) => void errors.push(error))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  if (errors.length > 0) throw errors[0]
}
