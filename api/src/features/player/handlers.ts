import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { createHome } from './home.ts'

/** What pages are told; apart from `home` it is settings, which were checked at start. */
export const playerHandlers = ({ db, settings }: Deps): Handlers<'player'> => {
  const { appId, ...told } = settings.player
  const home = createHome(db, appId)
  return { config: async (_, { log }) => ({ ...(await home(log)), production: settings.production, ...told }) }
}
