import { withKeyedMutex } from '../../../lib/keyed-mutex.ts'
import { Problem } from '../../../errors.ts'
import type { SquadNeeds } from './needs.ts'
import { type PlayerIdentity, withAccount } from '../open-account.ts'
import { removeFromSquad } from './membership.ts'

/** Changes of one squad's members wait for each other here: in the database each would hold a connection and a player's account meanwhile. */
export const oneByOne = <T>(squadId: string, work: () => Promise<T>): Promise<T> =>
  withKeyedMutex(`squad ${squadId}`, work)

/** Removes a member from a squad of its app. Throws `squad_member_not_found`. */
export const removeMember = async (
  deps: SquadNeeds,
  { userId, appId }: PlayerIdentity,
  squadId: string,
): Promise<void> => {
  const isMember = (await deps.db.prisma.player.count({ where: { userId, appId, squadId } })) > 0
  if (!isMember) throw new Problem('squad_member_not_found')
  await oneByOne(squadId, () =>
    withAccount(deps, { userId, appId }, async (open) => {
      if (open.account.squadId !== squadId) throw new Problem('squad_member_not_found')
      await removeFromSquad(open)
    }),
  )
  deps.squadTotals.mark(squadId)
}
