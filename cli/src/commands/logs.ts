import type { Noun } from '../noun.ts'
import type { Task } from '../task.ts'

export const logs: Noun = {
  name: 'logs',
  group: 'logs',
  summary: "The last lines of the server's log",
  verbs: { list: { table: 'lines', columns: ['at', 'level', 'message', 'fields'] } },
  examples: ['openauth logs tail', 'openauth logs tail --follow --level warn'],
}

export const tail: Task = {
  name: 'tail',
  summary: "Print the last lines of the server's log, and new ones with --follow",
  options: [
    { flags: '-f, --follow', description: 'go on until Ctrl-C' },
    {
      flags: '--level <level>',
      description: 'this level and more severe ones: trace, debug, info, warn, error, fatal',
    },
    { flags: '--lines <number>', description: 'how many to begin with (default 50)' },
  ],
  load: async () => (await import('../tasks/logs-tail.ts')).tail,
}
