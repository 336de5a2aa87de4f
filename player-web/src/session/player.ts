import { endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useQuery } from '@tanstack/react-query'
import { useCallQueries } from './queries.ts'

const tables = { account: endpoints.account }

/** The user of this session, as pages show them. */
export interface Player {
  username: string
  /** Address; undefined until it is loaded. */
  solWallet: string | undefined
  openauth: { id: string; avatar: string | null; referCode: string }
}

type Profile = NonNullable<ReturnType<typeof useOpenAuth>['profile']>

/** A user's name for display: user name, display name, a bound account, or the start of the id. */
export const nameOf = (profile: Profile): string => {
  const { username, displayName, tiktok, twitter, telegram, discord, github, google, email } = profile
  const names = [username, displayName, tiktok, twitter, telegram, discord, github, google, email]
  return names.find(Boolean) ?? profile.id.slice(0, 8)
}

/** The wallets of the user of this session. */
export const useWallets = () => {
  const { profile } = useOpenAuth()
  const queries = useCallQueries(tables)
  return useQuery({
    ...queries.account.wallets(),
    enabled: profile !== null,
    // Addresses never change.
    staleTime: Infinity,
  })
}

/** The user of this session; undefined without a login, and until the profile is loaded. */
export const usePlayer = (): Player | undefined => {
  const { profile } = useOpenAuth()
  const { data } = useWallets()
  if (!profile) return undefined
  const { id, avatar, referCode } = profile
  return { username: nameOf(profile), solWallet: data?.solWallet, openauth: { id, avatar, referCode } }
}
