import { defaultBrandNames, type PlayerBrand, type PlayerConfig } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import type { ReadHome } from './home.ts'

type Task = keyof PlayerConfig['earn']

/** Sonic's pages, with the name in the text of the task that opens each. */
const sonicPages = {
  stakeUrl: { url: 'https://stake.sonic.game/', nameInText: 'name' },
  playUrl: { url: 'https://odyssey.sonic.game/task/game-venture', nameInText: 'gamesName' },
} as const satisfies Record<Task, { url: string; nameInText: keyof PlayerBrand }>

/** Where a task leads: as set, else to Sonic's page while its text names Sonic; the players of another brand have no task there. */
const taskUrl = (task: Task, set: string | null | undefined, brand: PlayerBrand | undefined): string | null => {
  if (set !== undefined) return set
  const { url, nameInText } = sonicPages[task]
  return (brand ?? defaultBrandNames)[nameInText] === defaultBrandNames[nameInText] ? url : null
}

/** The configuration of the pages. Apart from `home` it comes from settings, which were checked at start. */
export const playerHandlers = ({ settings }: Pick<Deps, 'settings'>, home: ReadHome): Handlers<'player'> => {
  const { appId: _, earn, ...publicSettings } = settings.player
  return {
    config: async (_, { log }) => {
      const { initialized, app } = await home(log)
      const urlOf = (task: Task) => taskUrl(task, earn[task], app?.brand)
      const tasks = { stakeUrl: urlOf('stakeUrl'), playUrl: urlOf('playUrl') }
      return { initialized, app, production: settings.production, ...publicSettings, earn: tasks }
    },
  }
}
