import type { Task } from '../task.ts'
import { setup } from './session.ts'

export const init: Task = {
  name: 'init',
  summary: 'Take a new server to a user who can log in: admin, app, login method, test user',
  options: [
    ...(setup.options ?? []),
    { flags: '--web', description: 'where the server has an admin: sign in in the console, by a code' },
    {
      flags: '--app-name <text>',
      description: 'the app, created if there is none of this name; prompted for if missing',
    },
    {
      flags: '--login-method <method>',
      description: 'a login method to switch on; username by default, if the app has none',
    },
    { flags: '--test-user <name>', description: 'registers a user with this name; prompted for if missing' },
    {
      flags: '--test-password [@file]',
      description: "the test user's: @file, @- for standard input, or no value for a prompt",
    },
  ],
  more: `
It can be run again: what is there already stays as it is. Without a terminal it does what the flags say, and creates no
test user without --test-user.`,
  examples: [
    'openauth init',
    'openauth init --username root --password @root.txt --app-name Game --test-user ada --test-password @ada.txt',
  ],
  load: async () => (await import('../tasks/init.ts')).init,
}
