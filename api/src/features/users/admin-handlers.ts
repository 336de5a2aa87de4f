import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { listChanges } from '../account-changes/list.ts'
import { listSessions } from '../account/list-sessions.ts'
import { requireApp } from '../apps/require-app.ts'
import { listTransactions } from '../transfers/list.ts'
import { bulkExport } from './bulk/bulk-export.ts'
import { bulkImport } from './bulk/bulk-import.ts'
import { revokeSession, sendLoginCode } from './care.ts'
import { deleteUser } from './delete.ts'
import { disableUser, enableUser, endSessions } from './disable.ts'
import { exportUser } from './export.ts'
import { setExternalId } from './external-id.ts'
import { findUser, findWallets } from './find.ts'
import { presentUser } from './identity.ts'
import { importUsers } from './import.ts'
import { listFiltered } from './list-filtered.ts'
import { findReferral } from './referral.ts'
import { setPassword } from './set-password.ts'

/** The admins' calls for the users of an app. */
export const userHandlers = (deps: Deps): Handlers<'users'> => {
  const { db, keys, settings } = deps
  return {
    find: (filters) => listFiltered(db, settings.publicUrl, filters),
    list: (filters) => listFiltered(db, settings.publicUrl, filters),

    get: async ({ appId, id }) => presentUser(settings.publicUrl, await findUser(db.prisma, appId, id)),

    referral: async ({ appId, id }) => {
      await findUser(db.prisma, appId, id)
      return findReferral(db.prisma, id)
    },

    wallets: async ({ appId, id }) => {
      await findUser(db.prisma, appId, id)
      return findWallets(db.prisma, id)
    },

    sessions: async ({ appId, id }) => {
      await findUser(db.prisma, appId, id)
      return listSessions(db.prisma, id)
    },

    transactions: async ({ appId, id, ...page }) => {
      await findUser(db.prisma, appId, id)
      return listTransactions(db.prisma, id, page)
    },

    identities: async ({ appId, id }) => (await findUser(db.prisma, appId, id)).identities,

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

    passkeys: async ({ appId, id: userId }) => {
      await findUser(db.prisma, appId, userId)
      return db.prisma.passkey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
    },

    dappPermissions: async ({ appId, id: userId }) => {
      await findUser(db.prisma, appId, userId)
      return db.prisma.dappPermission.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
    },

    accountChanges: async ({ appId, id }) => {
      await findUser(db.prisma, appId, id)
      return listChanges(db.prisma, id)
    },

    export: (which, context) => exportUser(deps, which, context),

    endSessions: async (which, context) => ({ ended: await endSessions(deps, which, context) }),

    delete: async (which, context) => {
      await deleteUser(deps, which, context)
      return {}
    },

    bulkImport: (given, context) => bulkImport({ db, keys }, given, context),
    bulkExport: (given, context) => bulkExport(db, settings.publicUrl, given, context),

    importLegacy: async ({ appId, users }, context) => {
      await requireApp(db.prisma, appId)
      return importUsers({ db, keys }, appId, users, context)
    },
  }
}
