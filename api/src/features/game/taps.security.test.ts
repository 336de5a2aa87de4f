import { describe, expect, test } from 'vitest'
import type { UserIdentity } from '../../handler.ts'
import { createTestApp, type TestUser } from '../../testing.ts'
import { gameWorld } from './game.testing.ts'
import { createTaps } from './taps.ts'

const world = gameWorld()
const admin = () => world.server.as(world.adminToken)
const newApp = async (name: string) => (await createTestApp(world.server, world.adminToken, name)).id
const identityOf = ({ id: userId }: TestUser, appId = world.app.id): UserIdentity => ({
  kind: 'user',
  userId,
  appId,
  sessionId: '',
})

describe.each([
  ['in the statement of many players', false],
  ['in a transaction of their own', true],
])('taps that are counted %s', (way, isDistributed) => {
  const tapsOf = (deps = world.accountNeeds()) => createTaps(deps, async () => isDistributed)

  test('with a number far ahead are refused and store nothing; the farthest number that is allowed counts', async () => {
    const user = await world.player()
    const taps = tapsOf()
    await taps.add(identityOf(user), { count: 1, seq: 1 })
    for (const seq of [10_002, Number.MAX_SAFE_INTEGER])
      await expect(taps.add(identityOf(user), { count: 10, seq })).rejects.toMatchObject({ code: 'seq_too_far' })
    expect(await world.profile(user)).toMatchObject({ rings: 1, seq: 1, energy: 999, tapCredit: 659 })
    await world.expectSoundLedger(user)
    const farthest = { count: 1, seq: 10_001 }
    expect(await taps.add(identityOf(user), farthest)).toMatchObject({ accepted: 1, rings: 2, seq: 10_001 })
    await world.expectSoundLedger(user)
  })

  test('by a server that knows older rules than the account follow those of the account', async () => {
    const appId = await newApp(`Rules ${way}`)
    const user = await world.player(appId)
    const deps = world.accountNeeds()
    const old = await deps.gameRules.get(appId)
    const change = { taps: { rings: 3 }, referral: { verifiedAt: 30 } }
    await admin().gameRules.update({ appId, ...change })
    await world.profile(user)
    const taps = tapsOf({ ...deps, gameRules: { ...deps.gameRules, get: async () => old } })
    const answer = await taps.add(identityOf(user, appId), { count: 10, seq: 1 })
    expect(answer).toMatchObject({ accepted: 10, rings: 30, mayOweInviter: true })
  })

  test('by a server that knows an older rate of taps are refilled by the rate of the account', async () => {
    const appId = await newApp(`Rate ${way}`)
    const user = await world.player(appId)
    const deps = world.accountNeeds()
    const old = await deps.gameRules.get(appId)
    await admin().gameRules.update({ appId, taps: { perSecond: 1 } })
    await world.profile(user)
    world.clock.now += 10_000
    const taps = tapsOf({ ...deps, gameRules: { ...deps.gameRules, get: async () => old } })
    expect(await taps.add(identityOf(user, appId), { count: 200, seq: 1 })).toMatchObject({ accepted: 30 })
  })

  test('of a player who is hidden put it on no board', async () => {
    const appId = await newApp(`Hidden ${way}`)
    const user = await world.player(appId)
    const [taps, identity] = [tapsOf(), identityOf(user, appId)]
    const placeOf = async () => {
      const { boards } = world.server.app.services
      await boards.flush()
      return (await boards.get(appId, 'all')).placeOf(user.id)
    }
    await placeOf()
    await taps.add(identity, { count: 10, seq: 1 })
    expect(await placeOf()).toEqual({ rank: 1, score: 10 })
    await admin().users.disable({ appId, id: user.id })
    // A call that was under way.
    expect(await taps.add(identity, { count: 5, seq: 2 })).toMatchObject({ accepted: 5 })
    expect(await placeOf()).toBeUndefined()
    await admin().users.enable({ appId, id: user.id })
    expect(await placeOf()).toEqual({ rank: 1, score: 15 })
  })
})
