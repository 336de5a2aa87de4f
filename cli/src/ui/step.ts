/** The progress of an operation. */
export interface Step {
  done: number
  total: number
  failed: number
  /** What is counted, where it is no number of things. */
  unit?: 'bytes'
}
