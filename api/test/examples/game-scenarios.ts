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
  const reward = { kind: 'tap_bot', reference: 'example', amount: 1500, grantedAt: 0 } as const
  await server.resources.db.prisma.ringReward.create({ data: { userId: player.id, ...reward } })
  await calls.buyBoost({ boost: 'multitap', level: 0 })
  await calls.useBoost({ boost: 'turbo' })
  await calls.collectTapBot()
  await calls.claimRings()
}
