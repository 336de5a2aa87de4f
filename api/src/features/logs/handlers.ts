import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'

export const logHandlers = ({ logTail }: Pick<Deps, 'logTail'>): Handlers<'logs'> => ({
  list: async (input) => {
    if (!logTail) throw new Problem('log_tail_off')
    return logTail.read(input)
  },
})
