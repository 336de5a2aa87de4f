import type { Noun } from '../noun.ts'
import { sendColumns, sessionColumns, userColumns, walletVerbs } from './users.ts'

const FIND_ID = 'openauth partner users list --search'

/** Sends cannot be taken back. */
const sends = { sendToken: { confirms: true }, signTransaction: { confirms: true } } as const
const messages = { sendMessage: { confirms: true }, sendReply: { confirms: true } } as const

const users: Noun = {
  name: 'users',
  under: 'partner',
  group: 'appUsers',
  summary: "Users of the secret's app: find, create, disable, their sessions and sends",
  findId: FIND_ID,
  columns: userColumns,
  verbs: {
    sessions: { columns: sessionColumns },
    transactions: { columns: sendColumns },
  },
  examples: [
    'openauth partner users list --app "My app" --limit 50',
    'openauth partner users find-or-create --telegram 123456789 --external-id customer-7',
    'openauth partner users search --external-id customer-7 --json',
    'openauth partner users get <user id> --app-secret-stdin < secret.txt',
  ],
}

const deletions: Noun = {
  name: 'deletions',
  under: 'partner',
  group: 'appDeletions',
  summary: "Deletions of users of the secret's app that are still to come",
  verbs: { list: { columns: ['userId', 'requestedAt', 'dueAt', 'waitsFor'] } },
  examples: ['openauth partner deletions list --app "My app"'],
}

const terms: Noun = {
  name: 'terms',
  under: 'partner',
  group: 'appTermsAcceptances',
  summary: 'Which versions of the terms a user accepted',
  findId: FIND_ID,
  verbs: { ofUser: { columns: ['document', 'version', 'acceptedAt', 'surface'] } },
  examples: ['openauth partner terms of-user <user id> --app "My app"'],
}

const wallets: Noun = {
  name: 'wallets',
  under: 'partner',
  group: 'appWallets',
  summary: "Balances and transfers of users' wallets",
  findId: FIND_ID,
  verbs: walletVerbs,
  examples: ['openauth partner wallets balances <user id> --network solana --app "My app"'],
}

const solana: Noun = {
  name: 'solana',
  under: 'partner',
  group: 'appSolana',
  summary: "Sends of SOL and tokens from users' Solana wallets",
  findId: FIND_ID,
  plainKeys: ['token'],
  verbs: sends,
  examples: ['openauth partner solana send-token <user id> --token SOL --address <address> --amount 1000000'],
}

const ethereum: Noun = {
  name: 'ethereum',
  under: 'partner',
  group: 'appEthereum',
  summary: "Sends of a chain's own token and ERC-20 tokens from users' Ethereum wallets",
  findId: FIND_ID,
  plainKeys: ['token'],
  verbs: sends,
  examples: [],
}

const vara: Noun = {
  name: 'vara',
  under: 'partner',
  group: 'appVara',
  summary: "Messages to programs on Vara from users' wallets",
  findId: FIND_ID,
  verbs: messages,
  examples: [],
}

const transactions: Noun = {
  name: 'transactions',
  under: 'partner',
  group: 'appTransactions',
  summary: "One send of one of the app's users",
  examples: ['openauth partner transactions get <id> --app "My app"'],
}

const tokens: Noun = {
  name: 'tokens',
  under: 'partner',
  group: 'appTokens',
  summary: 'User tokens: whether one is valid, and whose it is',
  examples: ['openauth partner tokens verify --token @token.txt --app "My app"'],
}

const tasks: Noun = {
  name: 'tasks',
  under: 'partner',
  group: 'appTasks',
  summary: 'Tasks of the tap game that the partner confirms',
  findId: FIND_ID,
  examples: ['openauth partner tasks complete <user id> <task id> --app "My app"'],
}

const game: Noun = {
  name: 'game',
  under: 'partner',
  group: 'appGame',
  summary: "Users' rings, level, league and claims in the tap game",
  findId: FIND_ID,
  columns: ['createdAt', 'id', 'rings', 'amount', 'status', 'settledAt'],
  examples: ['openauth partner game get <user id> --app "My app"'],
}

/** What a partner's server calls with an app secret. */
export const partnerNouns: readonly Noun[] = [
  users,
  deletions,
  terms,
  wallets,
  transactions,
  solana,
  ethereum,
  vara,
  tokens,
  game,
  tasks,
]
