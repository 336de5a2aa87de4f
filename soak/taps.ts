import type { Client } from '@openauth/client'

/** Batches of taps that a user sends, and taps of each. */
const BATCHES = 10
const TAPS = 20

/** Plays the tap game: taps, takes the daily reward, uses boosts, claims. Throws where rings are not what the taps paid. */
export const playTapGame = async (client: Client, think: () => Promise<void>): Promise<void> => {
  const { seq, rings, ringsPerTap } = await client.game.profile()
  let paid = rings
  for (let batch = 1; batch <= BATCHES; batch += 1) {
    const answer = await client.game.click({ count: TAPS, seq: seq + batch })
    paid += answer.accepted * ringsPerTap
    if (answer.rings !== paid) throw new Error(`rings are ${answer.rings} after taps that make ${paid}`)
    // What is sent again adds nothing.
    const again = await client.game.click({ count: TAPS, seq: seq + batch })
    if (again.accepted !== 0 || again.rings !== paid) throw new Error('a batch of taps counted twice')
    await think()
  }
  await client.game.takeDaily()
  await client.game.useBoost({ boost: 'fullEnergy' })
  const { claimed } = await client.game.claimRings()
  if (claimed <= paid) throw new Error(`${claimed} rings were claimed, after ${paid} of taps and a daily reward`)
}
