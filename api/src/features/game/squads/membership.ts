import { SQUAD_REMOVAL_DAYS } from '@openauth/client'
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

const REMOVAL = SQUAD_REMOVAL_DAYS * 24 * 60 * 60 * 1000

/** Throws `removed_from_squad` for some days after the player was removed from the squad. */
const requireNotRemoved = async ({ account: { userId }, now, tx }: OpenAccount, squadId: string): Promise<void> => {
  const isRemoved = (await tx.squadRemoval.count({ where: { squadId, userId, removedAt: { gt: now - REMOVAL } } })) > 0
  if (isRemoved) throw new Problem('removed_from_squad')
}

/**
 * Joins a squad of the player's app: one conditional statement counts the member. Throws `squads_off`, `in_squad`, `removed_from_squad`,
 * `squad_full`, `squad_not_found`.
 */
export const joinSquad = async (open: OpenAccount, id: string): Promise<string> => {
  const { account, rules, tx } = open
  requireSquadsOn(open)
  if (account.squadId === id) return id
  if (account.squadId) throw new Problem('in_squad')
  await requireNotRemoved(open, id)
  const where = { id, appId: account.appId }
  const { count } = await tx.squad.updateMany({
    where: { ...where, members: { lt: rules.squads.maxMembers } },
    data: { members: { increment: 1 } },
  })
  if (count === 1) return enter(open, id)
  throw new Problem((await tx.squad.count({ where })) > 0 ? 'squad_full' : 'squad_not_found')
}

const deleteSquad = async (tx: Tx, squadId: string): Promise<void> => {
  await tx.squad.delete({ where: { id: squadId } })
  await tx.squadRemoval.deleteMany({ where: { squadId } })
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
  if (!next) await deleteSquad(tx, squadId)
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

/** Takes a member out of its squad, which it cannot join again for some days. */
export const removeFromSquad = async (open: OpenAccount): Promise<void> => {
  const { account, now, tx } = open
  const { userId } = account
  const squadId = await leaveSquad(open)
  // With its last member the squad is gone.
  if (!squadId || (await tx.squad.count({ where: { id: squadId } })) === 0) return
  await tx.squadRemoval.deleteMany({ where: { squadId, removedAt: { lte: now - REMOVAL } } })
  const removal = { squadId, userId, removedAt: now }
  await tx.squadRemoval.upsert({ where: { squadId_userId: { squadId, userId } }, create: removal, update: removal })
}

/** Removes a squad; its members are in none. */
export const disband = async (tx: Tx, squadId: string): Promise<void> => {
  await deleteSquad(tx, squadId)
  await tx.player.updateMany({ where: { squadId }, data: { squadId: null, squadJoinedAt: null } })
}
