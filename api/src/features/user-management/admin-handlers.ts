import type { Tx } from '../../db.ts'
import type { Handlers } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { listChanges } from '../account-changes/list.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { requireApp } from '../apps/require-app.ts'
import { listTransactions } from '../transfers/list.ts'
import { bulkExport } from './bulk/bulk-export.ts'
import { bulkImport } from './bulk/bulk-import.ts'
import { revokeSession, sendLoginCode } from './care.ts'
import { deleteUser } from './delete.ts'
import { disableUser, enableUser, endSessions } from './disable.ts'
import { exportUser } from './export.ts'
import { setExternalId } from './external-id.ts'
import { findUser } from '../users/find.ts'
import { presentUser } from '../identities/identity.ts'
import { impersonate } from './impersonate.ts'
import { importUsers } from './import.ts'
import { appsInReach } from '../../admin-rights.ts'
import { listFiltered } from './list-filtered.ts'
import { findReferral } from '../users/referral.ts'
import { readWallets } from '../users/wallets.ts'
import { setPassword } from './set-password.ts'
import type { UserManagementNeeds } from './needs.ts'

type Calls = Handlers<'users'>

interface UserReference {
  appId: string
  id: string
}

/** A call that reads of a user of the app. Throws `user_not_found`. */
const readOf =
  <Input extends UserReference, T>(
    { db }: UserManagementNeeds,
    read: (tx: Tx, id: string, more: Omit<Input, keyof UserReference>) => T | Promise<T>,
  ) =>
  async ({ appId, id, ...more }: Input): Promise<T> => {
    await findUser(db.prisma, appId, id)
    return read(db.prisma, id, more)
  }

type Read =
  | 'get'
  | 'identities'
  | 'referral'
  | 'wallets'
  | 'sessions'
  | 'transactions'
  | 'passkeys'
  | 'dappPermissions'
  | 'accountChanges'

/** What an operator sees of one user. */
const readHandlers = (deps: UserManagementNeeds): Pick<Calls, Read> => {
  const { db, settings } = deps
  return {
    get: async ({ appId, id }) => presentUser(settings.publicUrl, await findUser(db.prisma, appId, id)),
    identities: async ({ appId, id }) => (await findUser(db.prisma, appId, id)).identities,
    referral: readOf(deps, findReferral),
    wallets: async ({ appId, id }) => {
      await findUser(db.prisma, appId, id)
      return readWallets(deps, { appId, userId: id })
    },
    sessions: readOf(deps, (tx, id) => listSessions(tx, id)),
    transactions: readOf(deps, listTransactions),
    passkeys: readOf(deps, (tx, userId) => tx.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })),
    dappPermissions: readOf(deps, (tx, userId) =>
      tx.dappPermission.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] }),
    ),
    accountChanges: readOf(deps, (tx, id) => listChanges(tx, id)),
  }
}

/** What an operator does with one user. */
const changeHandlers = (
  deps: UserManagementNeeds,
): Pick<Calls, 'disable' | 'enable' | 'update' | 'sendLoginCode' | 'revokeSession' | 'endSessions' | 'delete'> => {
  const { db, settings } = deps
  return {
    disable: async (which, context) => {
      await disableUser(deps, which, context)
      return {}
    },

    enable: async (which, context) => {
      await enableUser(deps, which, context)
      return {}
    },

    update: async ({ appId, id, externalId, expectedExternalId: expected, password }, context) => {
      if (externalId !== undefined) await setExternalId(db, { appId, id, externalId, expected }, context)
      if (password !== undefined) await setPassword(deps, { appId, id, password }, context)
      return presentUser(settings.publicUrl, await findUser(db.prisma, appId, id))
    },

    sendLoginCode: async (which, context) => {
      await sendLoginCode(deps, which, context)
      return {}
    },

    revokeSession: async (which, context) => {
      await revokeSession(deps, which, context)
      return {}
    },

    endSessions: async (which, context) => ({ ended: await endSessions(deps, which, context) }),

    delete: async (which, context) => {
      await deleteUser(deps, which, context)
      return {}
    },
  }
}

/** The admins' calls for the users of an app. */
export const userHandlers = (deps: UserManagementNeeds & Pick<Platform, 'tokens'>): Calls => {
  const { db, keys, settings, requestWallets } = deps
  return {
    find: async (filters, { identity }) =>
      listFiltered(db, settings.publicUrl, filters, appsInReach(identity, filters.appId)),
    list: (filters) => listFiltered(db, settings.publicUrl, filters),
    ...readHandlers(deps),
    ...changeHandlers(deps),
    impersonate: (given, context) => impersonate(deps, given, context),
    export: (which, context) => exportUser(deps, which, context),
    bulkImport: (given, context) => bulkImport({ db, keys, requestWallets }, given, context),
    bulkExport: (given, context) => bulkExport(db, settings.publicUrl, given, context),
    importLegacy: async ({ appId, users }, context) => {
      await requireApp(db.prisma, appId)
      return importUsers({ db, keys }, appId, users, context)
    },
  }
}
