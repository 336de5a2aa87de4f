import type { CommandSpec } from '../command-spec.ts'
import type { Noun, VerbData } from '../noun.ts'
import { admins, adminSessions } from './admins.ts'
import { appSecrets } from './app-secrets.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { keys } from './keys.ts'
import { dapps, gameCenters, knownTokens, walletPolicies } from './app-content.ts'
import { signingKeys } from './signing-keys.ts'
import { users, wallets } from './users.ts'

/** Nouns with data beyond the contract; outline.ts derives a noun for every other group. */
export const nouns: readonly Noun[] = [
  apps,
  appSecrets,
  users,
  wallets,
  admins,
  adminSessions,
  audit,
  signingKeys,
  keys,
  walletPolicies,
  knownTokens,
  dapps,
  gameCenters,
]

/** The group whose routes the tasks call. */
export const SESSION_GROUP = 'setup'

/** The data of a verb beyond the contract. */
export const verbDataOf = ({ noun: name, name: word, verb }: CommandSpec): VerbData => {
  const noun = nouns.find((candidate) => candidate.name === name)
  const data = noun?.more?.find((more) => more.name === word) ?? noun?.verbs?.[verb] ?? {}
  const columns = data.columns ?? noun?.columns
  return { ...data, ...(columns ? { columns } : {}) }
}
