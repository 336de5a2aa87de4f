import { createHmac } from 'node:crypto'
import type { FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import { publicAvatarUrl } from '../avatars/address.ts'
import type { ProviderKeys } from '../signing-keys/provider-keys.ts'
import { readWallets } from '../users/wallets.ts'
import type { OidcProviderNeeds } from './needs.ts'
import type { Records } from './records.ts'
import { findUser, type UserRow } from './user-statements.ts'

/** The claims of each scope (OpenID Connect Core 1.0, section 5.4); `wallets` is of this server. */
export const claimsOfScopes = {
  openid: ['sub'],
  profile: ['name', 'preferred_username', 'picture'],
  email: ['email', 'email_verified'],
  wallets: ['wallets'],
}

/** What is not known of a user is no claim. An address is one that the user confirmed by a code. */
const claimsOf = ({ displayName, username, avatar, email }: UserRow, publicUrl: string) => ({
  ...((displayName ?? username) !== null && { name: displayName ?? username }),
  ...(username !== null && { preferred_username: username }),
  ...(avatar !== null && { picture: publicAvatarUrl(publicUrl, avatar) }),
  ...(email !== null && { email, email_verified: true }),
})

/** Addresses by chain, as `GET /user/wallets` has them. Only a client that asks for them makes a user's wallets. */
const walletClaims = async (deps: OidcProviderNeeds, appId: string, userId: string) => {
  const { solWallet, ethWallet, dotWallet } = await readWallets(deps, { appId, userId })
  return { wallets: { solana: solWallet, ethereum: ethWallet, polkadot: dotWallet } }
}

/**
 * Finds a user for the provider: undefined if it was deleted or disabled, or if the user's session has ended in which the token was
 * granted. A use of a token keeps that session alive as any call of the user does.
 */
export const createFindAccount =
  (
    deps: OidcProviderNeeds,
    appId: string,
    { grantDigest, refreshes }: Pick<Records, 'grantDigest' | 'refreshes'>,
  ): FindAccount =>
  async (_, userId, token) => {
    const { grantId } = (token ?? {}) as { grantId?: string }
    const digest = grantId === undefined ? undefined : grantDigest(grantId)
    const user =
      (digest && refreshes.user(userId, digest)) ??
      (await deps.db.find<UserRow>(findUser, `${appId} ${userId} ${digest?.toString('hex') ?? ''}`))
    if (!user) return undefined
    if (token !== undefined) {
      const { sessionId } = user
      if (sessionId === null || !(await deps.sessions.isActive({ userId, appId, sessionId }))) return undefined
    }
    return {
      accountId: userId,
      claims: async (_use, scope) => ({
        sub: userId,
        ...claimsOf(user, deps.settings.publicUrl),
        ...(scope.split(' ').includes('wallets') && (await walletClaims(deps, appId, userId))),
      }),
    }
  }

/** A user's id for the clients of one host (OpenID Connect Core 1.0, section 8.1). */
export const createPairwiseIdentifier = (appId: string, keys: Pick<ProviderKeys, 'derive'>) => {
  const key = keys.derive('pairwise')
  return async (_: KoaContextWithOIDC, userId: string, client: { sectorIdentifier: string | undefined }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([appId, client.sectorIdentifier, userId]))
      .digest('base64url')
}
