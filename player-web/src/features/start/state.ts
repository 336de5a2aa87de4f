import { ApiError, type PlayerConfig } from '@openauth/client'

/** What the start page shows. */
export type StartState =
  | { kind: 'loading' }
  | { kind: 'failed'; reason: string }
  | { kind: 'new' }
  | { kind: 'initialized' }

/** What is known of the server: the last valid answer, and the error of the last check. */
export interface Answer {
  data: Pick<PlayerConfig, 'initialized'> | undefined
  error: unknown
}

/** The error as a text for the operator. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof ApiError))
    return 'It answered something that is not OpenAuth. Is a proxy in between set up well?'
  return error.status === 0 ? 'There was no answer. Is the server still running?' : error.message
}

/** Earlier data is kept after an error: a page that works stays. */
export const stateOf = ({ data, error }: Answer): StartState => {
  if (data !== undefined) return { kind: data.initialized ? 'initialized' : 'new' }
  return error ? { kind: 'failed', reason: reasonOf(error) } : { kind: 'loading' }
}
