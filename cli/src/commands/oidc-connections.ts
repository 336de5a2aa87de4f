import type { Noun } from '../noun.ts'

export const oidcConnections: Noun = {
  name: 'oidc-connections',
  group: 'oidcConnections',
  summary: "An app's connections to OpenID providers, by which users log in (single sign-on)",
  columns: ['id', 'key', 'title', 'issuer', 'domains', 'enabled'],
  findId: 'oidc-connections list',
  verbs: { create: { positional: ['key'] } },
  examples: [
    'openauth oidc-connections list --app "My app"',
    'openauth oidc-connections create acme --app "My app" --title Acme --issuer https://login.acme.example --client-id openauth --client-secret @secret.txt --domains acme.example',
    'openauth oidc-connections test <id> --app "My app"',
    'openauth oidc-connections update <id> --app "My app" --creates-users false',
    'openauth oidc-connections delete <id> --app "My app" --yes',
  ],
}
