/** Whether what was thrown tells of no failure, by its `isNotice`: it is shown without alarm. */
export const isNotice = (error: unknown): boolean =>
  error instanceof Error && 'isNotice' in error && error.isNotice === true
