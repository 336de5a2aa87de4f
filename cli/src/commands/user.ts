import { proofMethods } from '@openauth/client/light'
import type { Noun } from '../noun.ts'
import { sendColumns, sessionColumns, walletVerbs } from './users.ts'

const LOGIN = 'Login and account'
const WALLETS = 'Wallets'
const PAGES = "Players' front end"

const login: Noun = {
  name: 'login',
  under: 'user',
  section: LOGIN,
  group: 'login',
  summary: 'Log in by any method; --json prints the token',
  verbs: Object.fromEntries([...proofMethods, 'username'].map((method) => [method, { hidesToken: true as const }])),
  examples: [
    'openauth user login username --app "My app" --username ada --password @password.txt --query token',
    'openauth user login email-start --app "My app" --email ada@example.com',
  ],
}

const passkeys: Noun = {
  name: 'passkeys',
  under: 'user',
  section: LOGIN,
  group: 'passkeys',
  summary: "The user's passkeys, and logins with one",
  verbs: { loginVerify: { hidesToken: true } },
  examples: ['openauth user passkeys list'],
}

const account: Noun = {
  name: 'account',
  under: 'user',
  section: LOGIN,
  group: 'account',
  summary: 'Profile, password, sessions, account changes and referrals',
  columns: ['id', 'kind', 'method', 'display', 'createdAt', 'undoableUntil', 'undoneAt'],
  verbs: {
    reauthenticate: { hidesToken: true },
    sessions: { columns: sessionColumns },
    referrals: { columns: ['username', 'avatar'] },
  },
  examples: [
    'openauth user account profile',
    'openauth user account sessions --user-token-stdin < token.txt',
    'openauth user account profile --as-user <id> --app "My app" --reason "Ticket 4711"',
    'openauth user account config --app "My app"',
  ],
}

const bind: Noun = {
  name: 'bind',
  under: 'user',
  section: LOGIN,
  group: 'bind',
  summary: 'Bind further accounts as ways to log in, or unbind one',
  examples: ['openauth user bind unbind --provider github --reauthentication-token @token.txt --yes'],
}

const wallets: Noun = {
  name: 'wallets',
  under: 'user',
  section: WALLETS,
  group: 'wallets',
  summary: "Balances and transfers of the user's wallets",
  verbs: walletVerbs,
  examples: ['openauth user wallets balances --network solana'],
}

const transactions: Noun = {
  name: 'transactions',
  under: 'user',
  section: WALLETS,
  group: 'transactions',
  summary: "The user's sends",
  columns: sendColumns,
  examples: ['openauth user transactions list --all --csv'],
}

const solana: Noun = {
  name: 'solana',
  under: 'user',
  section: WALLETS,
  group: 'solana',
  summary: "Sends, previews, signatures and the key of the user's Solana wallet",
  plainKeys: ['token'],
  verbs: {
    sendToken: { confirms: true },
    signTransaction: { confirms: true },
    signMessage: { confirms: true },
    privateKey: { confirms: true },
  },
  examples: ['openauth user solana preview-send --token SOL --address <address> --amount 1000000'],
}

const ethereum: Noun = {
  name: 'ethereum',
  under: 'user',
  section: WALLETS,
  group: 'ethereum',
  summary: "Sends from the user's Ethereum wallet",
  plainKeys: ['token'],
  verbs: { sendToken: { confirms: true } },
  examples: [],
}

const vara: Noun = {
  name: 'vara',
  under: 'user',
  section: WALLETS,
  group: 'vara',
  summary: "Messages to programs on Vara from the user's wallet",
  verbs: { sendMessage: { confirms: true }, sendReply: { confirms: true } },
  examples: [],
}

const privacy: Noun = {
  name: 'privacy',
  under: 'user',
  section: LOGIN,
  group: 'privacy',
  summary: 'The deletion of the account, and the terms that the user accepted',
  verbs: { requestDeletion: { confirms: true } },
  examples: [
    'openauth user privacy deletion',
    'openauth user privacy request-deletion --accepts-loss true --yes',
    'openauth user privacy cancel-deletion',
    'openauth user privacy accept-terms --terms 2026-11 --surface cli',
  ],
}

const dappPermissions: Noun = {
  name: 'dapp-permissions',
  under: 'user',
  section: PAGES,
  group: 'dappPermissions',
  summary: "Dapps that may read the wallet's address",
  examples: ['openauth user dapp-permissions list'],
}

const connectedApps: Noun = {
  name: 'connected-apps',
  under: 'user',
  section: LOGIN,
  group: 'connectedApps',
  summary: 'Programs that the user logged in to with this account',
  examples: ['openauth user connected-apps list'],
}

const game: Noun = {
  name: 'game',
  under: 'user',
  section: PAGES,
  group: 'game',
  summary: 'The tap game as its player sees it',
  verbs: {
    leaderboard: { columns: ['rank', 'username', 'rings', 'isMe'] },
    referrals: { columns: ['username', 'rings', 'isPaid'] },
    claims: { columns: ['createdAt', 'id', 'rings', 'amount', 'status', 'settledAt'] },
    tasks: { columns: ['id', 'title', 'kind', 'reward', 'status', 'repeat'] },
  },
  examples: ['openauth user game profile', 'openauth user game leaderboard --limit 10'],
}

const squads: Noun = {
  name: 'squads',
  under: 'user',
  section: PAGES,
  group: 'squads',
  summary: 'Squads of the tap game, as a player sees them',
  verbs: { get: { table: 'best', columns: ['rank', 'username', 'rings', 'isLeader', 'id'] } },
  examples: ['openauth user squads list'],
}

const player: Noun = {
  name: 'player',
  under: 'user',
  section: PAGES,
  group: 'player',
  summary: "What the players' front end reads at its start",
  examples: ['openauth user player config'],
}

const content: Noun = {
  name: 'content',
  under: 'user',
  section: PAGES,
  group: 'content',
  summary: "Dapps and games as the players' front end reads them",
  examples: ['openauth user content dapps --json'],
}

/** What a user calls with a user token, and what needs none: logins and public data. */
export const userNouns: readonly Noun[] = [
  login,
  passkeys,
  account,
  bind,
  wallets,
  transactions,
  solana,
  ethereum,
  vara,
  privacy,
  dappPermissions,
  connectedApps,
  game,
  squads,
  player,
  content,
]
