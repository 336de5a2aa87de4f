import { account } from './account.ts'
import { admins, adminSessions, setup } from './admins.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { bind } from './bind.ts'
import { login } from './login.ts'
import { passkeys } from './passkeys.ts'
import { appSolana, solana } from './solana.ts'
import { signingKeys } from './signing-keys.ts'
import { transactions } from './transactions.ts'
import { appUsers, users } from './users.ts'

/** Every call of the API: group, then verb. */
export const contract = {
  setup,
  admins,
  adminSessions,
  apps,
  users,
  audit,
  signingKeys,
  appUsers,
  login,
  passkeys,
  account,
  bind,
  solana,
  appSolana,
  transactions,
}
export type Contract = typeof contract
