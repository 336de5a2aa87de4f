/** The progress of an operation. */
export interface Step {
  done: number
  total: number
  failed: number
}
