import type { Noun } from '../noun.ts'

export const appSecrets: Noun = {
  name: 'app-secrets',
  group: 'appSecrets',
  below: ['apps', 'secrets'],
  summary: 'The secrets of an app, and read secrets for servers that only read',
  columns: ['id', 'kind', 'name', 'createdAt', 'expiresAt'],
  verbs: { create: { positional: ['name'], reveals: true } },
  examples: [
    'openauth apps secrets list --app "My app"',
    'openauth app-secrets create "Statistics" --app "My app" --json',
    'openauth app-secrets revoke <id> --app "My app" --yes',
  ],
}
