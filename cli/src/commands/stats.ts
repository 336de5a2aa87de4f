import type { Noun } from '../noun.ts'

export const stats: Noun = {
  name: 'stats',
  group: 'stats',
  appKeys: ['id'],
  summary: 'Registrations, active users, logins and sends over time',
  examples: ['openauth stats get --days 7', 'openauth stats of-app "My app" --days 30 --json'],
}
