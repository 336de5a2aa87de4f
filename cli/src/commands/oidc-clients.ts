import type { Noun } from '../noun.ts'

export const oidcClients: Noun = {
  name: 'oidc-clients',
  group: 'oidcClients',
  summary: 'The programs that log users in with an app as their OpenID provider',
  columns: ['id', 'name', 'authentication', 'redirectUris', 'enabled', 'logins'],
  findId: 'oidc-clients list',
  verbs: { create: { positional: ['name'], reveals: true }, rotateSecret: { reveals: true } },
  examples: [
    'openauth apps update "My app" --oidc-provider-enabled true',
    'openauth oidc-clients list --app "My app"',
    'openauth oidc-clients create "Acme Mail" --app "My app" --redirect-uris https://mail.acme.example/callback --json',
    'openauth oidc-clients update <id> --app "My app" --skips-consent true',
    'openauth oidc-clients rotate-secret <id> --app "My app" --yes',
    'openauth oidc-clients delete <id> --app "My app" --yes',
  ],
}
