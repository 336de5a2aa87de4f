import type { KindRules } from '../kind.ts'

/** A page to open. The server's clock counts from the first call; that the page is read is not known. */
export const visit: KindRules<'visit'> = {
  verify: ({ account: { now }, startedAt, check: { dwellSeconds } }) => {
    const availableAt = startedAt + dwellSeconds * 1000
    return now >= availableAt ? { isDone: true } : { isDone: false, reason: 'dwell', availableAt }
  },
}
