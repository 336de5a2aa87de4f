import type { Task } from '../task.ts'

export const status: Task = {
  name: 'status',
  summary: 'Show whether the server answers, whether it is set up, and who is signed in',
  load: async () => (await import('../tasks/server.ts')).status,
}

export const version: Task = {
  name: 'version',
  summary: 'Compare the versions of this program and of the server',
  load: async () => (await import('../tasks/server.ts')).showVersions,
}

export const use: Task = {
  name: 'use',
  summary: 'Save the app that commands use without --app',
  arguments: [{ name: 'app', description: 'id or exact name' }],
  options: [{ flags: '--none', description: 'remove the saved app' }],
  load: async () => (await import('../tasks/server.ts')).use,
}
