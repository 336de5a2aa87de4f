import { attentionSeverities } from '@openauth/client'
import type { Handlers } from '../../handler.ts'
import { appsInReach } from '../../admin-rights.ts'
import { appItems } from './app-items.ts'
import { approvalItems } from './approval-items.ts'
import { claimItems } from './claim-items.ts'
import { serverItems } from './server-items.ts'
import { serviceTokenItems } from './service-token-items.ts'
import { webhookItems } from './webhook-items.ts'
import type { AttentionNeeds } from './needs.ts'

export const attentionHandlers = (deps: AttentionNeeds): Handlers<'attention'> => ({
  list: async (_, { identity }) => {
    const own = appsInReach(identity)
    const all = (await Promise.all([serverItems(deps), appItems(deps), claimItems(deps), webhookItems(deps)])).flat()
    const ofApps = own ? all.filter(({ appId }) => appId !== null && own.includes(appId)) : all
    const ofAdmin = await Promise.all([approvalItems(deps, identity), serviceTokenItems(deps, identity)])
    const items = [...ofApps, ...ofAdmin.flat()]
    const rank = ({ severity }: (typeof items)[number]) => attentionSeverities.indexOf(severity)
    return items.toSorted((one, other) => rank(one) - rank(other))
  },
})
