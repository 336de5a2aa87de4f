import type { Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { listSessions } from '../account/list-sessions.ts'
import { record } from '../audit/record.ts'
import { listTransactions } from '../ledger/list.ts'
import { lockWallets } from '../ledger/require-live.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import { disableUser, enableUser, endSessions } from './disable.ts'
import { setExternalId } from './external-id.ts'
import { findUser, findWallets, listUsers } from './find.ts'
import { presentUser } from './identity.ts'
import { importUsers } from './import.ts'
import { findReferral } from './referral.ts'

const requireApp = async (tx: Tx, id: string) => {
  if ((await tx.app.count({ where: { id, deletedAt: null } })) === 0) throw new Problem('app_not_found')
}

/** Personal data that deleting a user clears. The sealed wallet keys stay, since the wallets may hold funds. */
const erase = {
  avatar: null,
  avatarSource: null,
  displayName: null,
  externalId: null,
  passwordHash: null,
}

/** The admins' calls for the users of an app. */
export const userHandlers = (deps: Deps): Handlers<'users'> => {
  const { db, keys, settings, sessions } = deps
  return {
    list: async ({ appId, ...input }) => {
      await requireApp(db.prisma, appId)
      return listUsers(db.prisma, settings.publicUrl, appId, input)
    },

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

    update: async (change, context) => {
      await setExternalId(db, change, context)
      return presentUser(settings.publicUrl, await findUser(db.prisma, change.appId, change.id))
    },

    endSessions: async (which, context) => ({ ended: await endSessions(deps, which, context) }),

    delete: async ({ appId, id }, context) => {
      await db.transaction(async (tx) => {
        await lockWallets(tx, id)
        await forgetKnownClients(tx, id)
        const { count } = await tx.user.updateMany({
          where: { id, appId, deletedAt: null, app: { deletedAt: null } },
          data: { ...erase, deletedAt: new Date() },
        })
        if (count === 0) throw new Problem('user_not_found')
        await tx.identity.deleteMany({ where: { userId: id } })
        await tx.passkey.deleteMany({ where: { userId: id } })
        await tx.avatar.deleteMany({ where: { userId: id } })
        await tx.dappPermission.deleteMany({ where: { userId: id } })
        await tx.odysseyBinding.deleteMany({ where: { userId: id } })
        await tx.accountChange.deleteMany({ where: { userId: id } })
        await sessions.end(tx, { userId: id })
        await record(tx, context, { action: 'user.delete', appId, targetId: id })
      })
      sessions.invalidate()
      return {}
    },

    importLegacy: async ({ appId, users }, context) => {
      await requireApp(db.prisma, appId)
      return importUsers({ db, keys }, appId, users, (tx, { created, existing }) =>
        record(tx, context, { action: 'user.import', appId, details: { created, existing } }),
      )
    },
  }
}
