import { signInAs } from '../../src/testing.ts'
import type { ExampleWorld } from './example-world.ts'

/** A player taps, gets daily and granted rings, buys and uses boosts, and claims. */
export const game = async ({ server, app }: ExampleWorld): Promise<void> => {
  const player = await signInAs(server, app.id, 'tapper')
  const inviter = await signInAs(server, app.id, 'inviter')
  const { game: calls } = player.client
  await calls.profile()
  await calls.click({ count: 12, seq: 1 })
  await calls.takeDaily()
  const { referCode } = await inviter.client.account.profile()
  await calls.bindReferrer({ referCode })
  await inviter.client.game.referrals({ limit: 10 })
  const reward = { kind: 'tap_bot', reference: 'example', amount: 1500, grantedAt: 0 } as const
  await server.resources.db.prisma.ringReward.create({ data: { userId: player.id, ...reward } })
  await calls.buyBoost({ boost: 'multitap', level: 0 })
  await calls.useBoost({ boost: 'turbo' })
  await calls.collectTapBot()
  await calls.claimRings()
  await calls.leaderboard({ limit: 2 })
}

/** What an operator does with the game of an app. */
export const gameOperators = async ({ admin, server, app }: ExampleWorld): Promise<void> => {
  const player = await signInAs(server, app.id, 'watched player')
  await player.client.game.click({ count: 12, seq: 1 })
  const one = { appId: app.id, id: player.id }
  await admin.gamePlayers.get(one)
  await admin.gamePlayers.adjust({ ...one, rings: 100, reason: 'Lost in a contest', idempotencyKey: 'ticket-7' })
  await admin.gamePlayers.ledger(one)
  await admin.gameRules.simulate({ appId: app.id, energy: { perSecond: 2 } })
  await admin.gameRules.update({ appId: app.id, energy: { perSecond: 2 } })
  await admin.gameRules.get({ appId: app.id })
  await admin.gameRules.versions({ appId: app.id, limit: 1 })
}
