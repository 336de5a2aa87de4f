import type { Task } from '../task.ts'

const key = { name: 'key', description: 'endpoint, token-store or browser', required: true } as const

export const config: Task = {
  name: 'config',
  summary: 'What this program keeps on this machine',
  examples: ['openauth config list', 'openauth config set token-store file', 'openauth config set browser null'],
  tasks: [
    {
      name: 'list',
      summary: 'List the settings, their values and where these come from',
      load: async () => (await import('../tasks/config.ts')).list,
    },
    {
      name: 'get',
      summary: 'Print a setting',
      arguments: [key],
      load: async () => (await import('../tasks/config.ts')).get,
    },
    {
      name: 'set',
      summary: 'Save a setting; null removes it',
      arguments: [key, { name: 'value', description: 'null for the default', required: true }],
      load: async () => (await import('../tasks/config.ts')).set,
    },
    {
      name: 'path',
      summary: 'Print where the settings and sessions are stored',
      load: async () => (await import('../tasks/config.ts')).path,
    },
  ],
}
