import type { Deps } from '../../../deps.ts'
import type { Handlers } from '../../../mount.ts'
import { requireApp } from '../../apps/require-app.ts'
import { record } from '../../audit/record.ts'

const names = ['all', 'week', 'lastWeek'] as const

export const gameBoardHandlers = ({ db, boards, boardWatch }: Deps): Handlers<'gameBoards'> => {
  const show = async (appId: string) => {
    const states = await boards.state(appId)
    const verification = boardWatch.verification(appId)
    return {
      engine: boards.engine,
      boards: states.map(({ players, building }, index) => ({ board: names[index]!, players, building })),
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

    rebuild: async ({ appId }, context) => {
      await requireApp(db.prisma, appId)
      await boards.rebuild(appId)
      await record(db.prisma, context, { action: 'game-boards.rebuild', appId, targetId: appId })
      return show(appId)
    },
  }
}
