import { defaultWalletPolicy, OwnWalletPolicy, type WalletPolicy } from '@openauth/client'
import type { Database, Statement } from '../../db.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'

const readRules: Statement = {
  name: 'wallet-policies',
  text: `SELECT "ownerId", rules FROM "WalletPolicy" WHERE "ownerId" = ANY($1::uuid[])`,
}

/** The rules as stored; what an older version of this server wrote may lack some. */
const ownRules = (stored: unknown): OwnWalletPolicy => OwnWalletPolicy.parse(stored ?? {})

const isSet = ([, rule]: [string, unknown]): boolean => rule !== undefined && rule !== null

/**
 * What is judged by: rule by rule the user's own, or else the app's, or else the usual one. Lists of denied addresses add
 * up instead: what an app denies, no user's rule allows.
 */
export const effectivePolicy = (app: OwnWalletPolicy, user: OwnWalletPolicy = {}): WalletPolicy => {
  const rules = { ...defaultWalletPolicy }
  for (const own of [app, user]) Object.assign(rules, Object.fromEntries(Object.entries(own).filter(isSet)))
  return { ...rules, denyAddresses: [...new Set([...(app.denyAddresses ?? []), ...(user.denyAddresses ?? [])])] }
}

/** The rules of an app and one of its users, as they are at this moment. */
export const readOwnRules = async (
  db: Pick<Database, 'query'>,
  { appId, userId }: { appId: string; userId?: string },
): Promise<{ app: OwnWalletPolicy; user: OwnWalletPolicy }> => {
  const rows = await db.query<{ ownerId: string; rules: unknown }>(readRules, [[appId, ...(userId ? [userId] : [])]])
  const of = (id: string | undefined) => ownRules(rows.find((row) => row.ownerId === id)?.rules)
  return { app: of(appId), user: of(userId) }
}

/** What a user's wallets may be used for, at this moment. */
export const policyOf = async (db: Pick<Database, 'query'>, owner: WalletOwner): Promise<WalletPolicy> => {
  const { app, user } = await readOwnRules(db, owner)
  return effectivePolicy(app, user)
}
