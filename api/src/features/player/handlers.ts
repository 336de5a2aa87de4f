import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import type { ReadHome } from './home.ts'

/** The configuration of the pages. Apart from `home` it comes from settings, which were checked at start. */
export const playerHandlers = ({ settings }: Pick<Deps, 'settings'>, home: ReadHome): Handlers<'player'> => {
  const { appId: _, ...publicSettings } = settings.player
  return {
    config: async (_, { log }) => ({ ...(await home(log)), production: settings.production, ...publicSettings }),
  }
}
