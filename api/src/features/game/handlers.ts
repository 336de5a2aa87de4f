import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { bindOdyssey } from './bind-odyssey.ts'

export const gameHandlers = ({ db }: Deps): Handlers<'game'> => ({
  bindOdyssey: async ({ odsCode }, context) => {
    await bindOdyssey(db, odsCode, context)
    return {}
  },
})
