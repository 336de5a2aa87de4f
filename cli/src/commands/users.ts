import { identityFields } from '@openauth/client/light'
import { change, heldAmount, sentAmount } from '../amounts.ts'
import type { Noun } from '../noun.ts'
import type { Column, Row } from '../view.ts'

const identities = (user: Row): string[] =>
  Object.values(identityFields)
    .filter((field) => typeof user[field] === 'string')
    .map((field) => `${String(user[field])} (${field})`)

export const userColumns: readonly Column[] = [
  'id',
  'displayName',
  { header: 'identities', value: identities },
  'referCode',
  'lastSeenAt',
  'disabled',
  'disabledBy',
]
const place = ({ city, country }: Row): string => [city, country].filter(Boolean).join(', ')
/** Where a session began, of a server that knows places. */
export const placeColumn: Column = { header: 'place', value: place, isOptional: true }
export const sessionColumns: readonly Column[] = [
  'id',
  'method',
  'ip',
  placeColumn,
  'lastUsedAt',
  'expiresAt',
  'userAgent',
]

export const sendColumns: readonly Column[] = [
  'createdAt',
  'status',
  'network',
  'kind',
  sentAmount,
  'toAddress',
  'signature',
]

const FIND_ID = 'openauth users find'

export const users: Noun = {
  name: 'users',
  group: 'users',
  summary: 'The users of an app, given by --app or saved with openauth use',
  findId: FIND_ID,
  verbs: {
    find: {
      positional: ['q'],
      columns: [...userColumns, { header: 'app', value: ({ app }: Row) => (app as Row | undefined)?.['name'] }],
    },
    list: { columns: userColumns },
    sessions: { columns: sessionColumns },
    transactions: { columns: sendColumns },
    identities: { columns: ['provider', 'display', 'subject', 'createdAt'] },
    importLegacy: { batches: 'users' },
    export: { name: 'export-one' },
    impersonate: {
      next: () =>
        'Set it as OPENAUTH_USER_TOKEN for calls such as: openauth user account profile. For one call: --as-user <id>',
    },
  },
  more: [
    {
      name: 'search',
      route: ['users', 'list'],
      summary: 'Find users; the form of the text selects the field that is searched',
      positional: ['search'],
      columns: userColumns,
    },
  ],
  examples: [
    'openauth users list --app "My app" --sort-by lastSeenAt --limit 50',
    'openauth users find alice --state disabled',
    'openauth users search alice@example.com --app "My app"',
    'openauth users get <id> --app "My app"',
    'openauth users disable <id> --app "My app" --yes',
    'openauth users impersonate <id> --app "My app" --reason "Ticket 4711" --query token',
    'openauth users import users.json --app "My app" --dry-run',
    'openauth users export --app "My app" --out users.csv',
  ],
}

export const walletVerbs = {
  balances: { table: 'balances', columns: ['token', heldAmount] },
  history: { columns: ['at', 'signature', 'token', change, 'counterparty', 'failed'] },
} as const satisfies Noun['verbs']

export const wallets: Noun = {
  name: 'wallets',
  group: 'adminWallets',
  summary: "Users' wallets",
  findId: FIND_ID,
  verbs: walletVerbs,
  more: [{ name: 'get', route: ['users', 'wallets'] }],
  examples: [
    'openauth wallets get <user id> --app "My app"',
    'openauth wallets balances <user id> --network solana --app "My app"',
  ],
}
