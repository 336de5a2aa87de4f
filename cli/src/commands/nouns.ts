import type { CommandSpec } from '../command-spec.ts'
import type { Noun, VerbData } from '../noun.ts'
import { admins, adminSessions } from './admins.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { keys } from './keys.ts'
import { signingKeys } from './signing-keys.ts'
import { users, wallets } from './users.ts'

/** Groups of the contract that are no noun here get one by themselves, see outline.ts. */
export const nouns: readonly Noun[] = [apps, users, wallets, admins, adminSessions, audit, signingKeys, keys]

/** The group whose routes the tasks call. */
export const SESSION_GROUP = 'setup'

/** What is said of a verb beside the contract. */
export const verbDataOf = ({ noun: name, name: word, verb }: CommandSpec): VerbData => {
  const noun = nouns.find((candidate) => candidate.name === name)
  const data = noun?.more?.find((more) => more.name === word) ?? noun?.verbs?.[verb] ?? {}
  const columns = data.columns ?? noun?.columns
  return { ...data, ...(columns ? { columns } : {}) }
}
