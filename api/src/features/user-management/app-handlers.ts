import { type contract, type HandlerInput, Id } from '@openauth/client'
import type { Prisma } from '../../db.ts'
import type { Handlers } from '../../handler.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { listTransactions } from '../transfers/list.ts'
import { disableUser, enableUser, endSessions } from './disable.ts'
import { setExternalId } from './external-id.ts'
import { findOrCreateForPartner } from './find-or-create.ts'
import { findUser, findUsers } from '../users/find.ts'
import { presentUser } from '../identities/identity.ts'
import { rewardNewInviter } from '../game/referral-reward.ts'
import { listFiltered } from './list-filtered.ts'
import { bindReferrer, findReferral } from '../users/referral.ts'
import { readWallets } from '../users/wallets.ts'
import type { UserManagementNeeds } from './needs.ts'

/** The id in canonical form; empty where the text is not an id. */
const canonicalId = (text: string): string[] => {
  const { data } = Id.safeParse(text)
  return data === undefined ? [] : [data]
}

type Wanted = HandlerInput<typeof contract.appUsers.search>

/** The condition of a search, which names one of these. */
const whereOf = ({ ids, externalId, referCode, solAddress, telegram }: Wanted): Prisma.UserWhereInput => {
  if (ids) return { id: { in: ids.flatMap(canonicalId) } }
  if (externalId !== undefined) return { externalId }
  if (referCode !== undefined) return { referCode: referCode.toUpperCase() }
  const [provider, subject] =
    solAddress !== undefined ? (['solana', solAddress] as const) : (['telegram', telegram!] as const)
  return { identities: { some: { provider, subject } } }
}

/** The partner's calls. The app comes from the credential, never from the input. */
export const appUserHandlers = (deps: UserManagementNeeds): Handlers<'appUsers'> => {
  const { db } = deps
  const { publicUrl } = deps.settings
  return {
    findOrCreate: async (input, { identity: { appId } }) => {
      const id = await findOrCreateForPartner(deps, appId, input)
      return presentUser(publicUrl, await findUser(db.prisma, appId, id))
    },

    list: (input, { identity: { appId } }) => listFiltered(db, publicUrl, { ...input, appId }),

    search: (wanted, { identity: { appId } }) => findUsers(db.prisma, publicUrl, appId, whereOf(wanted)),

    get: async ({ id }, { identity: { appId } }) => presentUser(publicUrl, await findUser(db.prisma, appId, id)),

    referral: async ({ id }, { identity: { appId } }) => {
      await findUser(db.prisma, appId, id)
      return findReferral(db.prisma, id)
    },

    wallets: async ({ id }, { identity: { appId } }) => {
      await findUser(db.prisma, appId, id)
      return readWallets(deps, { appId, userId: id })
    },

    bindReferrer: async ({ id, referCode }, context) => {
      const user = { appId: context.identity.appId, userId: id }
      await bindReferrer(db, user, referCode, context)
      await rewardNewInviter(deps, user)
      return {}
    },

    sessions: async ({ id }, { identity: { appId } }) => {
      await findUser(db.prisma, appId, id)
      return listSessions(db.prisma, id)
    },

    transactions: async ({ id, ...page }, { identity: { appId } }) => {
      await findUser(db.prisma, appId, id)
      return listTransactions(db.prisma, id, page)
    },

    disable: async ({ id }, context) => {
      await disableUser(deps, { appId: context.identity.appId, id }, context)
      return {}
    },

    enable: async ({ id }, context) => {
      await enableUser(deps, { appId: context.identity.appId, id }, context)
      return {}
    },

    update: async ({ id, externalId }, context) => {
      const { appId } = context.identity
      await setExternalId(db, { appId, id, externalId }, context)
      return presentUser(publicUrl, await findUser(db.prisma, appId, id))
    },

    endSessions: async ({ id }, context) => ({
      ended: await endSessions(deps, { appId: context.identity.appId, id }, context),
    }),
  }
}
