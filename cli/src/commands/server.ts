import type { Task } from '../task.ts'

export const status: Task = {
  name: 'status',
  summary: 'Tell whether the server answers, whether it is set up, and who is signed in',
  load: async () => (await import('../tasks/server.ts')).status,
}

export const use: Task = {
  name: 'use',
  summary: 'Save the app that commands mean where --app is left out',
  argument: { name: 'app', description: 'id or exact name' },
  options: [{ flags: '--none', description: 'forget the saved app' }],
  load: async () => (await import('../tasks/server.ts')).use,
}
