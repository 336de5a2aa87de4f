import { attentionSeverities } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { appItems } from './app-items.ts'
import { claimItems } from './claim-items.ts'
import { serverItems } from './server-items.ts'

export const attentionHandlers = (deps: Deps): Handlers<'attention'> => ({
  list: async () => {
    const items = (await Promise.all([serverItems(deps), appItems(deps), claimItems(deps)])).flat()
    const rank = ({ severity }: (typeof items)[number]) => attentionSeverities.indexOf(severity)
    return items.toSorted((one, other) => rank(one) - rank(other))
  },
})
