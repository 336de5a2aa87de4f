// What was tried and what came of it.

export interface Try {
  part: string
  name: string
  /** Seconds. */
  took: number
  failure: string | undefined
}

/** Runs one try. Whatever it throws is its failure. */
export type Attempt = (name: string, run: () => Promise<void> | void) => Promise<void>

/**
 * `cleanUp` runs after each try, so that what one leaves is no failure of the next. Tries without `only` in their names are
 * left out.
 */
export const createTries = (cleanUp: () => void, only: string) => {
  const tries: Try[] = []
  const attemptIn =
    (part: string): Attempt =>
    async (name, run) => {
      if (!name.includes(only)) return
      const began = Date.now()
      let failure: string | undefined
      try {
        await run()
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error)
      }
      cleanUp()
      const took = Math.round((Date.now() - began) / 1000)
      tries.push({ part, name, took, failure })
      console.log(`${failure === undefined ? 'ok    ' : 'FAILED'}  ${part}: ${name} (${took} s)`)
      if (failure !== undefined) console.log(failure.replaceAll(/^/gm, '        '))
    }
  return { tries, attemptIn }
}

/** A line for each part: how often it was tried, how often that failed, how long it took. */
export const tableOf = (tries: Try[]): string => {
  const parts = [...new Set(tries.map(({ part }) => part))]
  const rows = parts.map((part) => {
    const its = tries.filter((one) => one.part === part)
    const failures = its.filter(({ failure }) => failure !== undefined).length
    return [part, its.length, failures, its.reduce((sum, { took }) => sum + took, 0)].map(String)
  })
  const all = [['part', 'tries', 'failures', 'seconds'], ...rows]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]!.length)))
  return all
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
    )
    .join('\n')
}
