import type { Task } from '../task.ts'

export const doctor: Task = {
  name: 'doctor',
  summary: 'Look for problems of the server and of the way to it, each with its remedy',
  options: [{ flags: '--skip-providers', description: 'do not ask the login providers' }],
  more: '\nExit codes: 0 nothing found, 1 problems, 2 something could not be told.',
  load: async () => (await import('../tasks/doctor.ts')).doctor,
}
