import type { ReauthenticationProof, UserProfile } from '@openauth/client'

/** The reauthentication in a call: none, a password, or the credential of a login method. */
export interface ReauthenticationInput {
  password?: string
  proof?: ReauthenticationProof
}

/** The properties of every method's form. */
export interface ProofProps {
  isBusy: boolean
  onShow: (shown: ReauthenticationInput) => void
}

/** The methods by which a user can reauthenticate. */
export type ReauthenticationMethod = 'password' | 'email' | 'telegram' | 'login'

type Known = Pick<UserProfile, 'username' | 'email' | 'telegram'>

/**
 * This user's methods, the most likely first. Another login is always possible, since it counts for five minutes; it
 * comes last, since it leaves this page.
 */
export const reauthenticationMethods = (
  { username, email, telegram }: Known,
  initData: string | undefined,
): ReauthenticationMethod[] => [
  ...(username === null ? [] : (['password'] as const)),
  ...(email === null ? [] : (['email'] as const)),
  ...(telegram === null || initData === undefined ? [] : (['telegram'] as const)),
  'login',
]
