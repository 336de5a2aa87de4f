import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export interface CopyInto {
  /** Resolves once the next chunk may come. Throws what PostgreSQL refuses. */
  write: (chunk: Uint8Array) => Promise<void>
  /** Resolves to the number of rows. */
  end: () => Promise<number>
}

/** Runs a `COPY … FROM STDIN`, as fast as PostgreSQL takes the data. */
export const copyInto = (client: pg.Client, statement: string): CopyInto => {
  const stream = client.query(copyFrom(statement))
  let failure: Error | undefined
  stream.on('error', (error: Error) => (failure = error))
  const finished = once(stream, 'finish')
  finished.catch(() => {})
  return {
    write: async (chunk) => {
      if (failure) throw failure
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), finished])
    },
    end: async () => {
      if (failure) throw failure
      stream.end()
      await finished
      return stream.rowCount
    },
  }
}
