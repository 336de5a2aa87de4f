import type { Admin } from '@openauth/client'
import { mayCall, useOwnAdmin } from '../api/rights.ts'
import type { Screen } from './screen.ts'

/** Whether a screen is for an admin: by the call that it is about, and by the app in its address. */
export const mayOpen = (admin: Admin, { call, path }: Pick<Screen, 'call' | 'path'>, appId?: string): boolean => {
  const isOfOwnApp = admin.apps === null || (appId !== undefined && admin.apps.includes(appId.toLowerCase()))
  return mayCall(admin, call, appId) && (isOfOwnApp || !path.includes(':appId'))
}

/** Tells whether a screen is for the admin who is signed in; none is until that is known. */
export const useMayOpen = (): ((screen: Screen, appId?: string) => boolean) => {
  const admin = useOwnAdmin()
  return (screen, appId) => admin !== undefined && mayOpen(admin, screen, appId)
}
