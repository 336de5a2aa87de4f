/** `problem`: something does not work or is unsafe; `notice`: it should be changed; `unknown`: it could not be told. */
export type FindingStatus = 'ok' | 'notice' | 'problem' | 'unknown'

export interface Finding {
  check: string
  status: FindingStatus
  what: string
  /** Why it matters; null where all is well. */
  why: string | null
  /** What to do about it, in a line. */
  remedy: string | null
}

/** A finding that all is well. */
export const ok = (check: string, what: string): Finding => ({ check, status: 'ok', what, why: null, remedy: null })

const finding =
  (status: Exclude<FindingStatus, 'ok'>) =>
  (check: string, what: string, why: string, remedy: string): Finding => ({
    check,
    status,
    what,
    why,
    remedy,
  })
/** Findings that are not well: what was found, why it matters, and what to do about it. */
export const problem = finding('problem')
export const notice = finding('notice')
export const unknown = finding('unknown')
