import type { Task } from '../task.ts'

export const auth: Task = {
  name: 'auth',
  summary: 'The token of the session, for other programs',
  examples: ['curl -H "Authorization: Bearer $(openauth auth token)" https://auth.example.com/admin/me'],
  tasks: [
    {
      name: 'token',
      summary: 'Print the token of the session in use; whoever has it is signed in as you',
      load: async () => (await import('../tasks/auth.ts')).token,
    },
    {
      name: 'status',
      summary: 'Show where the token of the session in use comes from, and check it',
      load: async () => (await import('../tasks/auth.ts')).status,
    },
  ],
}
