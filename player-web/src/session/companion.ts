import { useOpenAuth } from '@openauth/client/react'
import { useQuery } from '@tanstack/react-query'

/** The user as the companion app shows it: the profile, the wallet, and what the auth provider knows. */
export interface Companion {
  username: string
  /** Undefined until it is known. */
  solWallet: string | undefined
  openauth: { id: string; avatar: string | null; referCode: string }
}

type Profile = NonNullable<ReturnType<typeof useOpenAuth>['profile']>

/** What a user is called: by the name that they log in with or gave, else by what they logged in with elsewhere. */
const nameOf = (profile: Profile): string => {
  const { username, displayName, tiktok, twitter, telegram, discord, github, google, email } = profile
  const names = [username, displayName, tiktok, twitter, telegram, discord, github, google, email]
  return names.find(Boolean) ?? profile.id.slice(0, 8)
}

/** The wallets of the user of this session. */
export const useWallets = () => {
  const { profile, client } = useOpenAuth()
  return useQuery({
    queryKey: ['getOpenAuthWallets', profile?.id],
    queryFn: ({ signal }) => client.account.wallets({}, { signal }),
    enabled: profile !== null,
    // Addresses never change.
    staleTime: Infinity,
  })
}

/** The user of this session; undefined while nobody is logged in or the profile is unknown. */
export const useCompanion = (): Companion | undefined => {
  const { profile } = useOpenAuth()
  const { data } = useWallets()
  if (!profile) return undefined
  const { id, avatar, referCode } = profile
  return { username: nameOf(profile), solWallet: data?.solWallet, openauth: { id, avatar, referCode } }
}
