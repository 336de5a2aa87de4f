import { ApiError, type PlayerConfig } from '@openauth/client'

/** What the start page shows. */
export type StartState =
  | { kind: 'loading' }
  | { kind: 'failed'; reason: string }
  | { kind: 'new' }
  | { kind: 'initialized' }

/** What is known of the server: the last good answer, and why the last question had none. */
export interface Answer {
  data: Pick<PlayerConfig, 'initialized'> | undefined
  error: unknown
}

/** What went wrong, in words for whoever runs the server. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof ApiError))
    return 'It answered something that is not OpenAuth. Is a proxy in between set up well?'
  return error.status === 0 ? 'There was no answer. Is the server still running?' : error.message
}

/** Known data wins over a later failure: a page that helped a moment ago stays. */
export const stateOf = ({ data, error }: Answer): StartState => {
  if (data !== undefined) return { kind: data.initialized ? 'initialized' : 'new' }
  return error ? { kind: 'failed', reason: reasonOf(error) } : { kind: 'loading' }
}
