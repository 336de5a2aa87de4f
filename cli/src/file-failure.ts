import { failed, type Failure } from './failure.ts'

/** What Node says of a file, without the call and the path at the end of its message. */
export const fileReason = (error: unknown): string => (error as Error).message.replace(/, .*$/, '')

/** The failure to read a file. */
export const unreadable = (path: string, error: unknown): Failure =>
  failed(`${path} cannot be read: ${fileReason(error)}`)

/** The failure to write a file. */
export const unwritable = (path: string, error: unknown): Failure =>
  failed(`${path} cannot be written: ${fileReason(error)}`)
