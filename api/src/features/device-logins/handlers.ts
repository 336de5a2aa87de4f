import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { approveDeviceLogin, denyDeviceLogin, showDeviceLogin } from './decide.ts'
import { pollDeviceLogin } from './poll.ts'
import { startDeviceLogin } from './start.ts'

export const deviceLoginHandlers = (deps: Platform): Handlers<'deviceLogins'> => ({
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
