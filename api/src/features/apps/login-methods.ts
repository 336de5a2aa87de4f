import { type LoginMethod, loginMethods, type SwitchName, switchOf } from '@openauth/client'

/** The login methods that an app has switched on. */
export const methodsOf = (app: Record<SwitchName, boolean>): LoginMethod[] =>
  loginMethods.filter((method) => app[switchOf[method]])
