import { appBoards } from '@openauth/client'
import type { Handlers } from '../../../handler.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'
import type { Boards } from './boards.ts'
import { boardIdOf, withNames } from './leaderboard.ts'
import type { BoardWatch } from './watch-boards.ts'
import type { Platform } from '../../../resources.ts'

interface BoardOperatorNeeds extends Pick<Platform, 'db' | 'settings' | 'clock'> {
  boards: Boards
  boardWatch: BoardWatch
}

export const gameBoardHandlers = (deps: BoardOperatorNeeds): Handlers<'gameBoards'> => {
  const { db, boards, boardWatch, clock } = deps
  const show = async (appId: string) => {
    const states = await boards.state(appId)
    const verification = boardWatch.verification(appId)
    return {
      engine: boards.engine,
      boards: states.map(({ players, building }, index) => ({ board: appBoards[index]!, players, building })),
      verification: verification
        ? {
            checkedAt: new Date(verification.checkedAt),
            checked: verification.checked,
            corrected: verification.corrected,
          }
        : null,
    }
  }
  return {
    get: async ({ appId }) => {
      await requireApp(db.prisma, appId)
      return show(appId)
    },

    top: async ({ appId, board: name, limit }) => {
      await requireApp(db.prisma, appId)
      const board = await boards.get(appId, boardIdOf(name, clock()))
      const [total, ranked] = await Promise.all([board.total(), board.top(limit)])
      return { data: await withNames(deps, ranked), meta: { total } }
    },

    rebuild: async ({ appId }, context) => {
      await requireApp(db.prisma, appId)
      await boards.rebuild(appId)
      await record(db.prisma, context, { action: 'game-boards.rebuild', appId, targetId: appId })
      return show(appId)
    },
  }
}
