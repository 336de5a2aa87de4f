import { identityFields, type Provider } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { findOrCreateUser } from './create.ts'
import { findUser, findUsers, findWallets, listUsers } from './find.ts'
import { canonicalIdentity, presentUser } from './identity.ts'
import { bindReferrer, findReferral } from './referral.ts'

const providerOf = (field: string) =>
  (Object.entries(identityFields) as [Provider, string][]).find(([, name]) => name === field)![0]

/** The app group: the app comes from the credential, never from the input. */
export const appUserHandlers = ({ db, keys, settings: { publicUrl } }: Deps): Handlers<'appUsers'> => ({
  findOrCreate: async (input, { identity: { appId } }) => {
    const [field, value] = Object.entries(input).find(([, given]) => given !== undefined)!
    const id = await findOrCreateUser(db, keys, appId, canonicalIdentity(providerOf(field), value))
    return presentUser(publicUrl, await findUser(db.prisma, appId, id))
  },

  list: async (input, { identity: { appId } }) => listUsers(db.prisma, publicUrl, appId, input),

  search: async ({ ids, referCode, solAddress, telegram }, { identity: { appId } }) => {
    if (ids) return findUsers(db.prisma, publicUrl, appId, { id: { in: ids } })
    if (referCode !== undefined) return findUsers(db.prisma, publicUrl, appId, { referCode: referCode.toUpperCase() })
    const [provider, subject] =
      solAddress !== undefined ? (['solana', solAddress] as const) : (['telegram', telegram!] as const)
    return findUsers(db.prisma, publicUrl, appId, { identities: { some: { provider, subject } } })
  },

  get: async ({ id }, { identity: { appId } }) => presentUser(publicUrl, await findUser(db.prisma, appId, id)),

  referral: async ({ id }, { identity: { appId } }) => {
    await findUser(db.prisma, appId, id)
    return findReferral(db.prisma, id)
  },

  wallets: async ({ id }, { identity: { appId } }) => {
    await findUser(db.prisma, appId, id)
    return findWallets(db.prisma, id)
  },

  bindReferrer: async ({ id, referCode }, context) => {
    await bindReferrer(db, { appId: context.identity.appId, userId: id }, referCode, context)
    return {}
  },
})
