import { attentionSeverities } from '@openauth/client'
import type { Handlers } from '../../handler.ts'
import { appItems } from './app-items.ts'
import { claimItems } from './claim-items.ts'
import { serverItems } from './server-items.ts'
import type { AttentionNeeds } from './needs.ts'

export const attentionHandlers = (deps: AttentionNeeds): Handlers<'attention'> => ({
  list: async () => {
    const items = (await Promise.all([serverItems(deps), appItems(deps), claimItems(deps)])).flat()
    const rank = ({ severity }: (typeof items)[number]) => attentionSeverities.indexOf(severity)
    return items.toSorted((one, other) => rank(one) - rank(other))
  },
})
