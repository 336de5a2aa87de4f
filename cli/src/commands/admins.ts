import type { Noun } from '../noun.ts'
import { placeColumn } from './users.ts'

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

export const deviceLogins: Noun = {
  name: 'device-logins',
  group: 'deviceLogins',
  summary: 'Command lines that wait for approval of a code, as openauth login --web shows it',
  verbs: {
    show: { positional: ['userCode'] },
    approve: { positional: ['userCode'], confirms: true },
    deny: { positional: ['userCode'] },
  },
  examples: ['openauth device-logins show BCDF-GHJK', 'openauth device-logins approve <id> BCDF-GHJK'],
}

export const secondFactor: Noun = {
  name: 'second-factor',
  group: 'secondFactor',
  summary: 'The authenticator that your logins ask for, and its recovery codes',
  verbs: { remove: { confirms: true }, reset: { positional: ['id'], confirms: true } },
  examples: [
    'openauth second-factor begin',
    'openauth second-factor confirm --code 123456',
    'openauth second-factor status',
  ],
}

export const adminInvitations: Noun = {
  name: 'admin-invitations',
  group: 'adminInvitations',
  summary: 'Invitations of new admins by e-mail',
  columns: ['id', 'email', 'role', 'invitedBy', 'sentAt', 'expiresAt'],
  verbs: { create: { positional: ['email'] } },
  examples: [
    'openauth admin-invitations create grace@example.com --role support',
    'openauth admin-invitations list',
    'openauth admin-invitations resend <id>',
    'openauth admin-invitations revoke <id> --yes',
  ],
}

export const adminPasskeys: Noun = {
  name: 'admin-passkeys',
  group: 'adminPasskeys',
  summary: 'Your own passkeys, which the console in a browser adds',
  columns: ['id', 'name', 'rpId', 'lastUsedAt'],
  verbs: { rename: { positional: ['name'] }, remove: { confirms: true } },
  examples: ['openauth admin-passkeys list', 'openauth admin-passkeys remove <id> --code 123456'],
}

/** The people of an approval, by name. */
const nameIn = (key: 'requestedBy' | 'decidedBy') => `${key}.username`

export const approvals: Noun = {
  name: 'approvals',
  group: 'approvals',
  summary: 'Calls that wait for a second admin, or were decided',
  columns: ['id', 'call', 'appId', nameIn('requestedBy'), 'reason', 'state', 'expiresAt'],
  verbs: {
    list: { isDefault: true },
    get: { table: 'changes', columns: ['name', 'before', 'after', 'isDigest'] },
    approve: { confirms: true, table: 'changes', columns: ['name', 'before', 'after', 'isDigest'] },
    refuse: { positional: ['reason'], table: 'changes', columns: ['name', 'before', 'after', 'isDigest'] },
    withdraw: { table: 'changes', columns: ['name', 'before', 'after', 'isDigest'] },
    collect: { reveals: true, next: () => 'It is not shown again.' },
  },
  examples: [
    'openauth approvals list --state pending',
    'openauth approvals get <id>',
    'openauth approvals approve <id>',
    'openauth approvals refuse <id> "The limit is too high"',
    'openauth approvals withdraw <id>',
    'openauth approvals collect <id>',
  ],
}

export const fourEyes: Noun = {
  name: 'four-eyes',
  group: 'fourEyes',
  summary: 'Which calls wait for the approval of a second admin',
  verbs: { get: { isDefault: true } },
  examples: [
    'openauth four-eyes',
    'openauth four-eyes update --kinds policies --kinds secrets --kinds treasury',
    'openauth four-eyes update --clear kinds --approval-reason "The audit is over"',
  ],
}

export const adminSessions: Noun = {
  name: 'admin-sessions',
  group: 'adminSessions',
  summary: 'Where admins are signed in',
  columns: ['id', 'username', 'deviceName', 'ip', placeColumn, 'lastUsedAt', 'expiresAt', 'current', 'userAgent'],
  verbs: { revokeOthers: { confirms: true } },
  examples: [
    'openauth admin-sessions list --all',
    'openauth admin-sessions list --admin-id 2',
    'openauth admin-sessions revoke <id> --yes',
    'openauth admin-sessions revoke-others',
  ],
}

export const serviceTokens: Noun = {
  name: 'tokens',
  group: 'serviceTokens',
  summary: 'Tokens for scripts, which act in your name and may do less than you',
  columns: ['id', 'name', 'username', 'role', 'lastFour', 'lastUsedAt', 'expiresAt'],
  verbs: {
    create: {
      positional: ['name'],
      next: () => 'It is not shown again. Programs send it as a bearer token; this one takes it from OPENAUTH_TOKEN',
    },
    revokeAll: { confirms: true },
  },
  examples: [
    'openauth tokens create deploy --role viewer --expires-in-days 90',
    "openauth tokens create report --role viewer --apps <id> --calls 'stats.*' --expires-in-days 30 --json",
    'openauth tokens list',
    'openauth tokens revoke <id> --yes',
  ],
}
