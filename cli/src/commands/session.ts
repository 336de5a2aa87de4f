import type { Task } from '../task.ts'

const passwordOptions = [
  { flags: '--username <text>', description: 'prompted for if missing' },
  { flags: '--password [@file]', description: '@file, @- for standard input, or no value for a prompt' },
  { flags: '--password-stdin', description: 'read the password from standard input' },
]
const passwordNote = `
The password is never an argument. It comes from --password-stdin, from --password @file, from the environment variable
OPENAUTH_PASSWORD, or from a prompt.`

export const setup: Task = {
  name: 'setup',
  summary: 'Create the first admin of a new server, and sign in',
  options: [
    ...passwordOptions,
    {
      flags: '--setup-code [@file]',
      description: "the server's set-up code: @file, @- for standard input, or no value for a prompt",
    },
  ],
  more: `${passwordNote}

A server on another machine requires its set-up code. It prints the code when it starts and stores it in its data folder
(setup-code). The code comes from --setup-code, from the environment variable OPENAUTH_SETUP_CODE, or from a prompt.`,
  load: async () => (await import('../tasks/session.ts')).setup,
}

export const login: Task = {
  name: 'login',
  summary: 'Sign in as an admin; the session is saved for this endpoint',
  options: [
    ...passwordOptions,
    {
      flags: '--code [@file]',
      description: 'of an authenticator, or a recovery code: @file, @- for standard input, or no value for a prompt',
    },
    { flags: '--web', description: 'approve in the console, by a code that the terminal shows' },
    {
      flags: '--device-name <text>',
      description: "with --web: what the console calls this machine; by default the system's name for it",
    },
    { flags: '--no-browser', description: 'with --web: open no browser, only print the address' },
  ],
  more: `${passwordNote}

Where your logins need a second factor, its code comes from --code, from the environment variable OPENAUTH_CODE, or from a
prompt.

With --web no password is typed here: sign in to the console, type the code that this prints, and approve it.`,
  load: async () => (await import('../tasks/session.ts')).login,
}

export const logout: Task = {
  name: 'logout',
  summary: 'End the session on the server and remove its token here',
  options: [{ flags: '--local', description: 'only remove the token; the session on the server expires later' }],
  load: async () => (await import('../tasks/session.ts')).logout,
}

export const whoami: Task = {
  name: 'whoami',
  summary: 'Show the admin whose session is in use',
  load: async () => (await import('../tasks/session.ts')).whoami,
}
