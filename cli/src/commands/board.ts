import type { Task } from '../task.ts'

export const board: Task = {
  name: 'board',
  summary: 'Show the server live: health, requests, logins, sends, events, apps and their users',
  options: [
    { flags: '--every <seconds>', description: 'how often the server is asked, 1 to 3600 (default 5)' },
    { flags: '--plain', description: 'lines of text in place of a screen that changes, as screen readers need them' },
  ],
  more: `
On a terminal openauth alone opens it too. Arrow keys and Enter open an app, then a user; Esc goes back, / searches, r asks
at once, ? shows all keys, q quits. Apps and users are asked for a third as often. A server that does not answer is asked
less and less often, at least once a minute. Without colours: NO_COLOR.

With --plain, with OPENAUTH_PLAIN=1 or on a terminal without control of its cursor (TERM=dumb) it prints lines and reads
commands by line; where input or output is no terminal, it prints the overview once.`,
  examples: ['openauth board', 'openauth board --every 30', 'openauth board --plain'],
  load: async () => (await import('../tasks/board.ts')).board,
}
