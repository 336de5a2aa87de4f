import { Problem } from '../../errors.ts'
import type { Handlers } from '../../handler.ts'
import { record } from '../audit/record.ts'
import { documentsOf } from '../apps/documents.ts'
import { methodsOf } from '../apps/login-methods.ts'
import { publicAvatarUrl } from '../avatars/address.ts'
import { chooseAvatar } from '../avatars/store.ts'
import { listChanges } from '../account-changes/list.ts'
import { undoChange } from '../account-changes/undo.ts'
import { rewardNewInviter } from '../game/referral-reward.ts'
import { issueTicket } from '../login/redirect-tickets.ts'
import { forgetKnownClients } from '../login/forget-known-clients.ts'
import { requireReauthentication, withReauthentication } from '../reauthentication/require-reauthentication.ts'
import { issueToken } from '../reauthentication/token.ts'
import { skipTake } from '../page.ts'
import { bindReferrer } from '../users/referral.ts'
import { readWallets } from '../users/wallets.ts'
import { legacyLoginMessage } from '../login/legacy-message.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { readProfile } from './profile.ts'
import { updatePassword } from './update-password.ts'
import type { AccountNeeds } from './needs.ts'

const config = async (
  { loginApps, settings, oidc }: Pick<AccountNeeds, 'loginApps' | 'settings' | 'oidc'>,
  appId: string,
) => {
  const app = await loginApps.get(appId)
  const { name, googleClientId, discordApplicationId, privateKeyExportEnabled } = app
  return {
    production: settings.production,
    brand: name,
    message: legacyLoginMessage(name),
    googleClientId,
    discordApplicationId,
    methods: methodsOf(app),
    connections: app.oidcEnabled ? await oidc.buttons(appId) : [],
    privateKeyExport: privateKeyExportEnabled,
    documents: documentsOf(app),
    termsRequired: app.termsRequired,
    legacyLanding: app.legacyLanding,
  }
}

type Calls = Handlers<'account'>

/** The profile, and what a page asks for before a login. */
const profileHandlers = (deps: AccountNeeds): Pick<Calls, 'config' | 'profile' | 'wallets' | 'updateProfile'> => {
  const { db } = deps
  const { publicUrl } = deps.settings
  return {
    config: async ({ appId }) => config(deps, appId),

    profile: async (_, { identity }) => readProfile(db, publicUrl, identity.userId),

    wallets: async (_, { identity }) => readWallets(deps, identity),

    updateProfile: async ({ avatar, displayName }, { identity: { userId: id } }) => {
      await db.transaction(async (tx) => {
        if (displayName !== undefined)
          await tx.user.updateMany({ where: { id, deletedAt: null }, data: { displayName } })
        if (avatar !== undefined) await chooseAvatar(tx, publicUrl, id, avatar)
      })
      return {}
    },
  }
}

/** Credentials: the password, proofs of the user, and changes that can be undone. */
const credentialHandlers = (
  deps: AccountNeeds,
): Pick<Calls, 'updatePassword' | 'reauthenticate' | 'redirectTicket' | 'accountChanges' | 'undoAccountChange'> => {
  const { db } = deps
  return {
    updatePassword: async (input, context) => {
      await updatePassword(deps, input, context)
      return {}
    },

    reauthenticate: async (reauthentication, context) =>
      issueToken(db, await requireReauthentication(deps, reauthentication, context), context.identity),

    redirectTicket: (asked, context) => issueTicket(deps, asked, context),

    accountChanges: async (_, { identity }) => listChanges(db.prisma, identity.userId),

    undoAccountChange: async ({ id, ...reauthentication }, context) => {
      await withReauthentication(deps, reauthentication, context, (credential) =>
        undoChange(deps, id, credential, context),
      )
      return {}
    },
  }
}

/** The user's own sessions. */
const sessionHandlers = (deps: AccountNeeds): Pick<Calls, 'logout' | 'sessions' | 'revokeSession'> => {
  const { db, sessions } = deps
  return {
    logout: async (_, { identity: { userId, sessionId: id } }) => {
      await sessions.end(db.prisma, { userId, id })
      return {}
    },

    sessions: async (_, { identity }) => listSessions(db.prisma, identity.userId, identity.sessionId),

    revokeSession: async ({ id }, context) => {
      const { userId, appId } = context.identity
      await db.transaction(async (tx) => {
        if ((await sessions.end(tx, { userId, id })) === 0) throw new Problem('session_not_found')
        await forgetKnownClients(tx, userId)
        await record(tx, context, {
          action: 'user.session-revoke',
          appId,
          targetId: userId,
          details: { sessionId: id },
        })
      })
      sessions.invalidate()
      return {}
    },
  }
}

/** Whom the user invited, and who invited the user. */
const referralHandlers = (deps: AccountNeeds): Pick<Calls, 'referrals' | 'bindReferrer'> => {
  const { db } = deps
  const { publicUrl } = deps.settings
  return {
    referrals: async (page, { identity }) => {
      const where = { referrerId: identity.userId, deletedAt: null }
      const users = await db.prisma.user.findMany({
        where,
        select: { avatar: true, displayName: true, identities: { where: { provider: 'username' } } },
        orderBy: [{ referredAt: 'desc' }, { id: 'desc' }],
        ...skipTake(page),
      })
      const data = users.map(({ avatar, displayName, identities: [name] }) => ({
        avatar: publicAvatarUrl(publicUrl, avatar),
        username: name?.display ?? displayName,
      }))
      return { data, meta: { totalUser: await db.prisma.user.count({ where }) } }
    },

    bindReferrer: async ({ referCode }, context) => {
      await bindReferrer(db, context.identity, referCode, context)
      await rewardNewInviter(deps, context.identity)
      return {}
    },
  }
}

/** A logged-in user's calls for its own account. */
export const accountHandlers = (deps: AccountNeeds): Calls => ({
  ...profileHandlers(deps),
  ...credentialHandlers(deps),
  ...sessionHandlers(deps),
  ...referralHandlers(deps),
})
