import { ApiError } from '@openauth/client'

export interface Sample {
  /** Milliseconds since the run began. */
  at: number
  /** Milliseconds. */
  took: number
}

/** Records all calls by kind. */
export interface Recorder {
  /** Runs one call and records its duration. A failure is recorded and thrown. */
  timed: <T>(kind: string, work: () => Promise<T>) => Promise<T>
  /** Records a failure outside of a call. */
  fail: (kind: string, reason: unknown) => void
  samples: ReadonlyMap<string, readonly Sample[]>
  /** The number of failures of each kind. */
  failures: ReadonlyMap<string, number>
}

export interface Recording extends Recorder {
  /** Milliseconds since the run began. */
  now: () => number
  /** Starts the clock of the run. */
  begin: () => void
  /** Stops recording: calls in progress are cut off by the end of the run. */
  close: () => void
}

const withCause = ({ message, cause }: Error): string => {
  if (!(cause instanceof Error)) return message
  const { code } = cause as NodeJS.ErrnoException
  return `${message} (${code === undefined ? '' : `${code} `}${withCause(cause)})`
}

/**
 * The status and answer of a refused call, or the message of another error. One line, unless the answer has several.
 */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (!(error instanceof ApiError)) return withCause(error)
  const { status, code, message, issues, requestId } = error
  const answer = { code, message, ...(issues.length > 0 ? { issues } : {}), requestId }
  if (status === 0) return `no answer: ${error.cause instanceof Error ? withCause(error.cause) : message}`
  return `status ${status}, answer ${JSON.stringify(answer)}`
}

/** `tell` receives a line for each failure. */
export const createRecorder = (tell: (line: string) => void): Recording => {
  let start = performance.now()
  const now = () => performance.now() - start
  const samples = new Map<string, Sample[]>()
  const samplesOf = (kind: string): Sample[] => {
    const known = samples.get(kind) ?? []
    samples.set(kind, known)
    return known
  }
  const failures = new Map<string, number>()
  const noted = new WeakSet()
  let isOpen = true
  const fail = (kind: string, reason: unknown): void => {
    const isNoted = typeof reason === 'object' && reason !== null && noted.has(reason)
    if (!isOpen || isNoted) return
    if (typeof reason === 'object' && reason !== null) noted.add(reason)
    failures.set(kind, (failures.get(kind) ?? 0) + 1)
    tell(`FAILED ${kind}: ${describeFailure(reason)}`)
  }
  const timed = async <T>(kind: string, work: () => Promise<T>): Promise<T> => {
    const at = now()
    try {
      return await work()
    } catch (error) {
      fail(kind, error)
      throw error
    } finally {
      if (isOpen) samplesOf(kind).push({ at, took: now() - at })
    }
  }
  const begin = () => void (start = performance.now())
  return { timed, fail, samples, failures, now, begin, close: () => void (isOpen = false) }
}
