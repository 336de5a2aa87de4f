import type { Task } from '../task.ts'

export const status: Task = {
  name: 'status',
  summary: 'Show whether the server answers, whether it is set up, and who is signed in',
  load: async () => (await import('../tasks/server.ts')).status,
}

export const use: Task = {
  name: 'use',
  summary: 'Save the app that commands use without --app',
  argument: { name: 'app', description: 'id or exact name' },
  options: [{ flags: '--none', description: 'remove the saved app' }],
  load: async () => (await import('../tasks/server.ts')).use,
}
