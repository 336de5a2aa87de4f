import type { ReauthenticationProof, UserProfile } from '@openauth/client'

/** What a call may show of whoever asks: nothing, a password, or the proof of a login. */
export interface ReauthenticationInput {
  password?: string
  proof?: ReauthenticationProof
}

/** What the form of every way needs. */
export interface ProofProps {
  isBusy: boolean
  onShow: (shown: ReauthenticationInput) => void
}

/** How a user can show that it is them, now. */
export type ReauthenticationMethod = 'password' | 'email' | 'telegram' | 'login'

type Known = Pick<UserProfile, 'username' | 'email' | 'telegram'>

/**
 * The ways of this user, the likeliest first. Logging in again is always one, since a login counts for five minutes; it is
 * the last, since it leaves this page.
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
