import type { Noun } from '../noun.ts'

export const loginMethods: Noun = {
  name: 'login-methods',
  group: 'loginMethods',
  summary: "An app's login methods: what each needs, and tests of their settings and of the mail server",
  columns: ['method', 'enabled', 'ready', 'lastLoginWorked', 'callbackUrls'],
  verbs: { testMail: { positional: ['to'] } },
  examples: [
    'openauth login-methods list --app "My app"',
    'openauth login-methods test github --app "My app"',
    'openauth login-methods test github --app "My app" --github-client-id Iv1.0 --github-client-secret @secret.txt',
    'openauth login-methods test-mail operator@example.com --app "My app"',
  ],
}
