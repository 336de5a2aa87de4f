import type { Noun } from '../noun.ts'

export const oidcResources: Noun = {
  name: 'oidc-resources',
  group: 'oidcResources',
  summary: 'The APIs for which an app as OpenID provider issues access tokens',
  columns: ['id', 'name', 'url'],
  findId: 'oidc-resources list',
  verbs: { create: { positional: ['url'] } },
  examples: [
    'openauth oidc-resources list --app "My app"',
    `openauth oidc-resources create https://notes.example.com/mcp --app "My app" --name Notes --scopes '[{"name": "notes.read", "description": "read your notes"}]'`,
    'openauth oidc-resources update <id> --app "My app" --name "My notes"',
    'openauth oidc-resources delete <id> --app "My app" --yes',
  ],
}
