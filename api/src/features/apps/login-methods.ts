import { type LoginMethod, loginMethods, loginOrder, type SwitchName, switchOf } from '@openauth/client'

const switchedOn = (app: Record<SwitchName, boolean>, methods: readonly LoginMethod[]): LoginMethod[] =>
  methods.filter((method) => app[switchOf[method]])

/** The login methods that an app has switched on. */
export const methodsOf = (app: Record<SwitchName, boolean>): LoginMethod[] => switchedOn(app, loginMethods)

/** The same in the order of a login page. */
export const offeredMethodsOf = (app: Record<SwitchName, boolean>): LoginMethod[] => switchedOn(app, loginOrder)
