import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { approveDeviceLogin, denyDeviceLogin, showDeviceLogin } from './decide.ts'
import { pollDeviceLogin } from './poll.ts'
import { startDeviceLogin } from './start.ts'

type Needs = Pick<Platform, 'db' | 'attempts' | 'tokens' | 'settings' | 'findPlace'>

/** Logins of a command line by a code that an admin approves in the console (RFC 8628). */
export const deviceLoginHandlers = (deps: Needs): Handlers<'deviceLogins'> => ({
  start: (asked, context) => startDeviceLogin(deps, asked, context),
  poll: ({ deviceCode }, context) => pollDeviceLogin(deps, deviceCode, context),
  show: ({ userCode }, context) => showDeviceLogin(deps, userCode, context),
  approve: async (decided, context) => {
    await approveDeviceLogin(deps, decided, context)
    return {}
  },
  deny: async (decided, context) => {
    await denyDeviceLogin(deps, decided, context)
    return {}
  },
})
