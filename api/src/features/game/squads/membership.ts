import type { Tx } from '../../../db.ts'
import { Problem } from '../../../errors.ts'
import type { OpenAccount } from '../open-account.ts'
import { nameColumns, requireDistinctSquad } from './names.ts'

const requireSquadsOn = ({ rules }: OpenAccount): void => {
  if (!rules.squads.enabled) throw new Problem('squads_off')
}

const enter = ({ account, now }: OpenAccount, squadId: string): string => {
  account.squadId = squadId
  account.squadJoinedAt = now
  return squadId
}

/**
 * Founds a squad, which the player leads, and answers its id. Throws `squads_off`, `in_squad`, `not_enough_rings`, and what is wrong with
 * the name.
 */
export const foundSquad = async (open: OpenAccount, name: string): Promise<string> => {
  const { account, rules, now, tx, post } = open
  requireSquadsOn(open)
  if (account.squadId) throw new Problem('in_squad')
  const { appId, userId } = account
  await requireDistinctSquad(tx, appId, name)
  post('squad', -rules.squads.price, name)
  const { id } = await tx.squad.create({
    data: { appId, leaderId: userId, members: 1, earned: account.earned, createdAt: now, ...nameColumns(name) },
    select: { id: true },
  })
  return enter(open, id)
}

/** Joins a squad of the player's app: one conditional statement counts the member. Throws `squads_off`, `in_squad`, `squad_full`, `squad_not_found`. */
export const joinSquad = async (open: OpenAccount, id: string): Promise<string> => {
  const { account, rules, tx } = open
  requireSquadsOn(open)
  if (account.squadId === id) return id
  if (account.squadId) throw new Problem('in_squad')
  const where = { id, appId: account.appId }
  const { count } = await tx.squad.updateMany({
    where: { ...where, members: { lt: rules.squads.maxMembers } },
    data: { members: { increment: 1 } },
  })
  if (count === 1) return enter(open, id)
  throw new Problem((await tx.squad.count({ where })) > 0 ? 'squad_full' : 'squad_not_found')
}

/** Takes a member off a squad's row, which it locks: the longest member leads next, and a squad without members is gone. */
export const takeOffSquad = async (tx: Tx, squadId: string, userId: string): Promise<void> => {
  await tx.$queryRaw`SELECT 1 FROM "Squad" WHERE id = ${squadId}::uuid FOR UPDATE`
  const squad = await tx.squad.findUnique({ where: { id: squadId } })
  if (!squad) return
  const next = await tx.player.findFirst({
    where: { squadId, userId: { not: userId } },
    orderBy: [{ squadJoinedAt: 'asc' }, { userId: 'asc' }],
    select: { userId: true },
  })
  if (!next) await tx.squad.delete({ where: { id: squadId } })
  else {
    const leaderId = squad.leaderId === userId ? next.userId : squad.leaderId
    await tx.squad.update({ where: { id: squadId }, data: { members: { decrement: 1 }, leaderId } })
  }
}

/** Leaves the squad and answers its id; undefined for a player in none. */
export const leaveSquad = async ({ account, tx }: OpenAccount): Promise<string | undefined> => {
  const { squadId, userId } = account
  if (!squadId) return undefined
  account.squadId = null
  account.squadJoinedAt = null
  await takeOffSquad(tx, squadId, userId)
  return squadId
}

/** Removes a squad; its members are in none. */
export const disband = async (tx: Tx, squadId: string): Promise<void> => {
  await tx.squad.delete({ where: { id: squadId } })
  await tx.player.updateMany({ where: { squadId }, data: { squadId: null, squadJoinedAt: null } })
}
