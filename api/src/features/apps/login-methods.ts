import { type LoginMethod, loginMethods, loginOrder, switchOf } from '@openauth/client'

type Switches = Record<(typeof switchOf)[LoginMethod], boolean>

const switchedOn = (app: Switches, methods: readonly LoginMethod[]): LoginMethod[] =>
  methods.filter((method) => app[switchOf[method]])

/** The login methods that an app has switched on. */
export const methodsOf = (app: Switches): LoginMethod[] => switchedOn(app, loginMethods)

/** The same in the order of a login page. */
export const offeredMethodsOf = (app: Switches): LoginMethod[] => switchedOn(app, loginOrder)
