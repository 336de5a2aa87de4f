import { randomUUID } from 'node:crypto'
import type { Harness } from '../harness.ts'

/** Adds players with names and rings to the harness's app as rows, before anybody looks at its boards: a hundred sign-ups would take minutes. */
export const addPlayers = async (
  { server, app }: Pick<Harness, 'server' | 'app'>,
  players: readonly { name: string; rings: number }[],
): Promise<void> => {
  const { prisma } = server.resources.db
  const rows = players.map(({ name, rings }, index) => ({ id: randomUUID(), name, rings, index }))
  await prisma.user.createMany({
    data: rows.map(({ id, name, index }) => ({
      id,
      appId: app.id,
      displayName: name,
      referCode: `P${String(index).padStart(7, '0')}`,
    })),
  })
  await prisma.player.createMany({
    data: rows.map(({ id: userId, rings }) => ({
      userId,
      appId: app.id,
      rings,
      earned: rings,
      energy: 1_000_000,
      tapCredit: 660_000,
      settledAt: 0,
      createdAt: 0,
      rulesVersion: 0,
      ringsPerTap: 1,
      maxEnergy: 1000,
      energyPerSecond: 1,
    })),
  })
}

/** Gives a player rings as a reward, as if they had been earned. */
export const giveRings = async (
  { server }: Pick<Harness, 'server'>,
  { id: userId, token }: { id: string; token: string },
  amount: number,
): Promise<void> => {
  await server.resources.db.prisma.ringReward.create({
    data: { userId, kind: 'referral', reference: `test ${randomUUID()}`, amount, grantedAt: 0 },
  })
  await server.send('GET', '/api/profile', { token })
}

/** A new player with rings. */
export const playerWith = async (harness: Pick<Harness, 'server' | 'newUser'>, name: string, rings: number) => {
  const user = await harness.newUser(name)
  await giveRings(harness, user, rings)
  return user
}
