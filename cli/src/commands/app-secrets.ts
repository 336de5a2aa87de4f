import type { Noun } from '../noun.ts'

export const appSecrets: Noun = {
  name: 'app-secrets',
  group: 'appSecrets',
  below: ['apps', 'secrets'],
  summary: 'The secrets of an app, and read secrets for servers that only read',
  columns: ['id', 'kind', 'name', 'lastFour', 'createdAt', 'createdBy', 'lastUsedAt', 'expiresAt'],
  verbs: { create: { positional: ['name'], reveals: true }, rotate: { reveals: true } },
  examples: [
    'openauth apps secrets list --app "My app"',
    'openauth app-secrets create "Statistics" --app "My app" --json',
    'openauth app-secrets rotate <id> --app "My app" --overlap-seconds 86400 --yes',
    'openauth app-secrets revoke <id> --app "My app" --yes',
  ],
}
