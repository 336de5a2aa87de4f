import { account } from './account.ts'
import { admins, adminSessions, setup } from './admins.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { login } from './login.ts'
import { signingKeys } from './signing-keys.ts'
import { appUsers, users } from './users.ts'

/** Every call of the API: group, then verb. */
export const contract = { setup, admins, adminSessions, apps, users, audit, signingKeys, appUsers, login, account }
export type Contract = typeof contract
