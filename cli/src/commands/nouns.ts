import type { CommandSpec } from '../command-spec.ts'
import { wordsOf } from '../noun-words.ts'
import type { Noun, VerbData } from '../noun.ts'
import {
  adminInvitations,
  adminPasskeys,
  admins,
  adminSessions,
  approvals,
  deviceLogins,
  fourEyes,
  secondFactor,
  serviceTokens,
} from './admins.ts'
import { appSecrets } from './app-secrets.ts'
import { apps } from './apps.ts'
import { attention } from './attention.ts'
import { audit } from './audit.ts'
import { health, jobs } from './health.ts'
import { db } from './database.ts'
import { keys } from './keys.ts'
import { logs } from './logs.ts'
import { loginMethods } from './login-methods.ts'
import { oidcConnections } from './oidc-connections.ts'
import { oidcClients } from './oidc-clients.ts'
import { oidcResources } from './oidc-resources.ts'
import { dapps, gameCenters, knownTokens, pictures, walletPolicies } from './app-content.ts'
import {
  boards,
  gamePlayers,
  gameReviews,
  gameRules,
  gameStats,
  gameTasks,
  ringClaims,
  squads,
  treasury,
} from './game.ts'
import { signingKeys } from './signing-keys.ts'
import { stats } from './stats.ts'
import { deletions, terms } from './privacy.ts'
import { transactions } from './transactions.ts'
import { webhooks } from './webhooks.ts'
import { users, wallets } from './users.ts'
import { partnerNouns } from './partner.ts'
import { userNouns } from './user.ts'

/** Nouns with data beyond the contract; outline.ts derives a noun for every other group. */
export const nouns: readonly Noun[] = [
  apps,
  appSecrets,
  loginMethods,
  oidcConnections,
  webhooks,
  oidcClients,
  oidcResources,
  users,
  deletions,
  terms,
  wallets,
  transactions,
  admins,
  adminSessions,
  adminInvitations,
  adminPasskeys,
  deviceLogins,
  secondFactor,
  serviceTokens,
  approvals,
  fourEyes,
  audit,
  stats,
  health,
  db,
  logs,
  jobs,
  attention,
  signingKeys,
  keys,
  walletPolicies,
  knownTokens,
  dapps,
  gameCenters,
  pictures,
  gameRules,
  gameStats,
  gamePlayers,
  boards,
  squads,
  gameTasks,
  gameReviews,
  ringClaims,
  treasury,
  ...partnerNouns,
  ...userNouns,
]

/** The group whose routes the tasks call. */
export const SESSION_GROUP = 'setup'

const nounOf = ({ noun: words }: CommandSpec): Noun | undefined => nouns.find((noun) => wordsOf(noun) === words)

/** The command that finds the id of what a verb acts on. */
export const findIdOf = (spec: CommandSpec): string | undefined => nounOf(spec)?.findId

/** The data of a verb beyond the contract. */
export const verbDataOf = (spec: CommandSpec): VerbData => {
  const { name: word, verb } = spec
  const noun = nounOf(spec)
  const data = noun?.more?.find((more) => more.name === word) ?? noun?.verbs?.[verb] ?? {}
  const columns = data.columns ?? noun?.columns
  return { ...data, ...(columns ? { columns } : {}) }
}
