/** The progress of an operation. */
export interface Step {
  done: number
  total: number
  failed: number
  /** How many of `done` were done by runs before, which say nothing of how fast this one is. */
  before?: number
  /** What is counted, where it is no number of things. */
  unit?: 'bytes'
}
