import type { Task } from '../task.ts'

const passwordOptions = [
  { flags: '--username <text>', description: 'asked for where it is missing' },
  { flags: '--password [@file]', description: '@file, @- for standard input, or nothing to be asked for it' },
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
      description: "the server's set-up code, from a file, @- for standard input, or nothing to be asked for it",
    },
  ],
  more: `${passwordNote}

A server on another machine asks for its set-up code. It prints the code when it starts and keeps it in its data folder
(setup-code). The code comes from --setup-code, from the environment variable OPENAUTH_SETUP_CODE, or from a prompt.`,
  load: async () => (await import('../tasks/session.ts')).setup,
}

export const login: Task = {
  name: 'login',
  summary: 'Sign in as an admin; the session is kept for this endpoint',
  options: passwordOptions,
  more: passwordNote,
  load: async () => (await import('../tasks/session.ts')).login,
}

export const logout: Task = {
  name: 'logout',
  summary: 'End the session, on the server and here',
  options: [{ flags: '--local', description: 'only forget the token; the session on the server runs out by itself' }],
  load: async () => (await import('../tasks/session.ts')).logout,
}

export const whoami: Task = {
  name: 'whoami',
  summary: 'Show the admin whose session is in use',
  load: async () => (await import('../tasks/session.ts')).whoami,
}
