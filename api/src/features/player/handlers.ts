import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import type { ReadHome } from './home.ts'

/** What pages are told; apart from `home` it is settings, which were checked at start. */
export const playerHandlers = ({ settings }: Pick<Deps, 'settings'>, home: ReadHome): Handlers<'player'> => {
  const { appId: _, ...told } = settings.player
  return { config: async (_, { log }) => ({ ...(await home(log)), production: settings.production, ...told }) }
}
