import { labelText, type Sample } from './counters.ts'

/** A state of the present moment: a name, its labels and a number. */
export interface Reading<Name extends string = string> {
  name: Name
  value: number
  labels?: Record<string, string>
}

/** Metrics of one part of the server whose numbers are read at a scrape. */
export interface Gauges {
  /** The part's name, for a log and for `openauth_metrics_part_up`. */
  part: string
  /** What each number means, by its name. */
  help: Record<string, string>
  read: () => Promise<Sample[]>
}

/** Defines gauges. `read` may throw, which leaves this part out of the scrape. */
export const gauges = <Name extends string>(
  part: string,
  help: Record<Name, string>,
  read: () => Reading<Name>[] | Promise<Reading<Name>[]>,
): Gauges => ({
  part,
  help,
  read: async () =>
    withoutRepeats((await read()).map(({ name, value, labels = {} }) => ({ name, value, labels: labelText(labels) }))),
})

/** Prometheus refuses a whole scrape with two numbers of the same labels, as of two addresses of one host: the first counts. */
const withoutRepeats = (samples: Sample[]): Sample[] => {
  const known = new Set<string>()
  return samples.filter(({ name, labels }) => {
    const key = `${name}{${labels}}`
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

/**
 * Answers with what was read last and reads again in the background once that is older than `milliseconds`, so that what costs a
 * statement or a call delays no scrape but the first. A failed refresh rejects the next call.
 */
export const refreshedEvery = <T>(milliseconds: number, read: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | undefined
  let refresh: Promise<void> | undefined
  let readAt = 0
  const start = (): Promise<void> => {
    readAt = performance.now()
    const reading = read()
    answer ??= reading
    return reading
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        answer = reading
        refresh = undefined
      })
  }
  return () => {
    if (!refresh && (answer === undefined || performance.now() - readAt >= milliseconds)) refresh = start()
    return answer!
  }
}
