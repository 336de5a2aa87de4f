import type { Task } from '../task.ts'

const profile = {
  name: 'profile',
  description: 'letters, digits, hyphens, dots and underscores',
  required: true,
} as const

export const profiles: Task = {
  name: 'profiles',
  summary: 'Servers under names, each with a session and a saved app of its own',
  examples: [
    'openauth profiles add live --server https://auth.example.com --production',
    'openauth login --web --profile live',
    'openauth use "My app" --profile live',
    'openauth profiles use live',
  ],
  tasks: [
    {
      name: 'list',
      summary: 'List the profiles, with their apps and sessions',
      load: async () => (await import('../tasks/profiles.ts')).list,
    },
    {
      name: 'add',
      summary: 'Add a profile, or change one',
      arguments: [profile],
      options: [
        { flags: '--server <url>', description: 'its server' },
        { flags: '--production', description: 'destructive commands ask for a name to be typed' },
        { flags: '--no-production', description: 'they ask once, as everywhere' },
      ],
      load: async () => (await import('../tasks/profiles.ts')).add,
    },
    {
      name: 'use',
      summary: 'Choose the profile of commands that name none',
      arguments: [{ name: 'profile', description: 'its name' }],
      options: [{ flags: '--none', description: 'choose none' }],
      load: async () => (await import('../tasks/profiles.ts')).use,
    },
    {
      name: 'remove',
      summary: 'End the session of a profile and remove it',
      arguments: [profile],
      options: [{ flags: '--local', description: 'do not end its session on the server, which expires later' }],
      load: async () => (await import('../tasks/profiles.ts')).remove,
    },
  ],
}
