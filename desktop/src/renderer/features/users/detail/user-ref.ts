import type { User } from '@openauth/client'
import { createContext, use } from 'react'

/** The user that a screen shows, and the app that it belongs to. */
export interface ShownUser {
  appId: string
  user: User
}

export const ShownUserContext = createContext<ShownUser | undefined>(undefined)

/** The user of the screen. Throws outside of one. */
export const useShownUser = (): ShownUser & { scope: { appId: string; id: string } } => {
  const shown = use(ShownUserContext)
  if (!shown) throw new Error('This part of the page needs a user')
  return { ...shown, scope: { appId: shown.appId, id: shown.user.id } }
}
