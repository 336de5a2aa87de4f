import type { LogTail } from '../../lib/log-tail.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'

/** The log of this server, where OPENAUTH_LOG_TAIL is on. */
export const logHandlers = ({ logTail }: { logTail: LogTail | undefined }): Handlers<'logs'> => ({
  list: async (input) => {
    if (!logTail) throw new Problem('log_tail_off')
    return logTail.read(input)
  },
})
