import { defaultBrandNames, type PlayerBrand, type PlayerConfig } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import type { Handlers } from '../../handler.ts'
import { addressKey } from '../login/attempts.ts'
import type { ReadHome } from './home.ts'
import type { Database } from '../../db.ts'

const columns = {
  id: true,
  displayName: true,
  identities: { where: { provider: 'username' }, select: { display: true } },
} as const

/** The name by which the boards of an app show the user of a refer code; null where they do not show it. */
const findInviter = async (
  { prisma }: Pick<Database, 'prisma'>,
  appId: string,
  referCode: string,
): Promise<string | null> => {
  const where = { appId, referCode, deletedAt: null, disabledAt: null }
  const user = await prisma.user.findFirst({ where, select: columns })
  if (!user) return null
  const isOnBoards = (await prisma.player.count({ where: { userId: user.id, isHidden: false, earned: { gt: 0 } } })) > 0
  return isOnBoards ? (user.identities[0]?.display ?? user.displayName) : null
}

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

/** What the pages ask before a login. Apart from `home`, the configuration comes from settings, which were checked at start. */
export const playerHandlers = ({
  settings,
  db,
  attempts,
  home,
}: Pick<Platform, 'settings' | 'db' | 'attempts'> & { home: ReadHome }): Handlers<'player'> => {
  const { appId: _, earn, ...publicSettings } = settings.player
  return {
    config: async (_, { log }) => {
      const { initialized, app } = await home(log)
      const urlOf = (task: Task) => taskUrl(task, earn[task], app?.brand)
      const tasks = { stakeUrl: urlOf('stakeUrl'), playUrl: urlOf('playUrl') }
      return { initialized, app, production: settings.production, ...publicSettings, earn: tasks }
    },

    inviter: async ({ referCode }, { ip, log }) => {
      await attempts.consume(['inviterByIp', addressKey(ip)])
      const { app } = await home(log)
      // Without a game there are no boards that show names.
      return { name: app?.tapGame ? await findInviter(db, app.id, referCode) : null }
    },
  }
}
