/** The lines of its log that a server keeps, and the most that one call reads. */
export const KEPT_LOG_LINES = 1000

/** The least severe first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
