import type { Noun } from '../noun.ts'

export const admins: Noun = {
  name: 'admins',
  group: 'admins',
  summary: 'The people who administer this server',
  columns: ['id', 'username'],
  verbs: { create: { positional: ['username'] } },
  examples: [
    'openauth admins list',
    'openauth admins create alice',
    'openauth admins create alice --password @alice.txt',
    'openauth admins update 2 --password',
  ],
}

export const adminSessions: Noun = {
  name: 'admin-sessions',
  group: 'adminSessions',
  summary: 'Where admins are signed in',
  columns: ['id', 'username', 'ip', 'lastUsedAt', 'expiresAt', 'current', 'userAgent'],
  examples: ['openauth admin-sessions list --all', 'openauth admin-sessions revoke <id> --yes'],
}
