import { createMint } from '@openauth/localnet/solana-tokens'
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
  await server.as().player.inviter({ referCode })
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
  await admin.gameStats.get({ appId: app.id, days: 1 })
}

/** Tasks: an operator makes them, a player does them, and a partner tells of one. */
export const gameTasks = async ({ admin, server, app }: ExampleWorld): Promise<void> => {
  const { gameTasks: calls } = admin
  const { id: appId } = app
  const player = await signInAs(server, appId, 'task doer')
  const check = { kind: 'visit', dwellSeconds: 0 } as const
  const translations = { es: { title: 'Lee las noticias', description: null } }
  const news = { title: 'Read the news', url: 'https://example.com/news', reward: 250, check, translations }
  const { id } = await calls.create({ appId, ...news, description: 'What is new this week', maxCompletions: 1000 })
  await calls.get({ appId, id })
  await calls.update({ appId, id, reward: 300 })
  await player.client.game.tasks({ language: 'en' })
  await player.client.game.verifyAction({ taskId: id })
  const partner = { kind: 'webhook', url: 'https://partner.example/openauth' } as const
  const trade = await calls.create({ appId, title: 'Make a trade', reward: 1000, check: partner, repeat: 'daily' })
  await calls.secret({ appId, id: trade.id })
  await calls.rotateSecret({ appId, id: trade.id, overlapSeconds: 3600 })
  await app.client.appTasks.complete({ id: player.id, taskId: trade.id })
  const stream = await calls.create({
    appId,
    title: 'Enter the code of the stream',
    reward: 500,
    check: { kind: 'code' },
  })
  await calls.createCodes({ appId, id: stream.id, count: 2 })
  await calls.revokeCodes({ appId, id: stream.id })
  await calls.move({ appId, id: stream.id, before: id })
  await calls.reorder({ appId, ids: [id, trade.id, stream.id] })
  await calls.list({ appId, limit: 2 })
  await calls.delete({ appId, id: stream.id })
}

/** Boards of an app, built again. */
export const boards = async ({ admin, server, app }: ExampleWorld): Promise<void> => {
  const { id: appId } = app
  const player = await signInAs(server, appId, 'on the board')
  await player.client.game.click({ count: 12, seq: 1 })
  await player.client.game.leaderboard({ limit: 1 })
  await admin.gameBoards.rebuild({ appId })
  await admin.gameBoards.get({ appId })
  await admin.gameBoards.top({ appId, board: 'week', limit: 10 })
}

/** A player founds a squad, another joins and leaves it, and an operator renames and removes it. */
export const squads = async ({ admin, server, app }: ExampleWorld): Promise<void> => {
  const { id: appId } = app
  const [leader, member] = [
    await signInAs(server, appId, 'squad leader'),
    await signInAs(server, appId, 'squad member'),
  ]
  await leader.client.game.profile()
  const { prisma } = server.resources.db
  const reward = { kind: 'daily', reference: 'squad example', amount: 1500, grantedAt: 0 } as const
  await prisma.ringReward.create({ data: { userId: leader.id, ...reward } })
  const { id } = await leader.client.squads.create({ name: 'Ring Lords' })
  await member.client.squads.join({ id })
  await leader.client.squads.get({ id })
  await member.client.squads.list({ search: 'ring', limit: 5 })
  await leader.client.squads.removeMember({ id, userId: member.id })
  await member.client.squads.leave()
  // As if the days were over in which a removed member cannot join again.
  await prisma.squadRemoval.deleteMany({ where: { squadId: id } })
  await member.client.squads.join({ id })
  const { gameSquads } = admin
  await gameSquads.list({ appId, limit: 5 })
  await gameSquads.update({ appId, id, name: 'Ring Friends' })
  await gameSquads.get({ appId, id })
  await gameSquads.removeMember({ appId, id, userId: member.id })
  await gameSquads.delete({ appId, id })
}

/** An operator delays the payouts of a player, who appeals, and clears it. */
export const reviews = async ({ admin, server, app }: ExampleWorld): Promise<void> => {
  const player = await signInAs(server, app.id, 'reviewed player')
  await player.client.game.click({ count: 12, seq: 1 })
  const one = { appId: app.id, id: player.id }
  const { gameReviews } = admin
  await gameReviews.hold({ ...one, reason: 'Taps day and night' })
  await player.client.game.review()
  await player.client.game.appeal({ text: 'My brother and I share this account' })
  await server.resources.db.prisma.playerFlag.create({
    data: { userId: player.id, appId: app.id, code: 'short_rest', day: 20_000, value: 1, threshold: 3, foundAt: 0 },
  })
  await gameReviews.list({ appId: app.id, limit: 5 })
  await gameReviews.get(one)
  await gameReviews.limitTaps({ ...one, tapsPerSecond: 5, reason: 'Until it is clear' })
  await gameReviews.clear({ ...one, reason: 'Two people on one device' })
}

/** An app pays claims in a token; one waits for the treasury, is returned, claimed again, fails and is queued again. */
export const payouts = async ({ admin, server, app, solana }: ExampleWorld): Promise<void> => {
  const { id: appId } = app
  const { treasury, ringClaims, gameRules } = admin
  const mint = await createMint(solana, { seed: new Uint8Array(32).fill(7) })
  const { version } = await gameRules.update({
    appId,
    payouts: { mint: mint.address, decimals: mint.decimals, rings: 100, units: 1_000_000 },
  })
  await treasury.create({ appId })
  await treasury.pause({ appId, reason: 'The token moves to a new mint' })
  const player = await signInAs(server, appId, 'paid player')
  await player.client.game.takeDaily({})
  const { payout } = await player.client.game.claimRings({})
  await player.client.game.claims({ limit: 5 })
  await treasury.get({ appId })
  await ringClaims.list({ appId, status: 'queued', limit: 5 })
  await app.client.appGame.get({ id: player.id })
  await app.client.appGame.claims({ id: player.id, limit: 5 })
  const claim = { appId, userId: player.id, id: payout!.id }
  await ringClaims.return({ ...claim, reason: 'The player asked for it' })
  const { prisma } = server.resources.db
  await prisma.ringClaim.updateMany({
    where: { userId: player.id },
    data: { status: 'failed', problem: 'account_frozen' },
  })
  await ringClaims.retry(claim)
  await treasury.resume({ appId })
  await gameRules.update({ appId, payouts: { mint: null }, expectedVersion: version })
}
