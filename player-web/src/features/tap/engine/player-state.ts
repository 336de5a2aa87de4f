import { type Confirmed, creditAt, energyAt, type TapProfile, type TapRules } from './account.ts'
import { createAllowance, type Rate } from './allowance.ts'
import { createDrift } from './drift.ts'
import { type Queue, totalOf, underWay } from './queue.ts'
import { createServerClock } from './server-clock.ts'

/** An answer that seems older than this is new, from a server whose clock was set back. Milliseconds. */
const OLDEST_ANSWER = 30_000

/** Answers may overtake each other. */
const isNewer = (at: number, last: number): boolean => at >= last || at < last - OLDEST_ANSWER

const rateOf = ({ tapsPerSecond, tapBurst }: TapRules): Rate => ({ perSecond: tapsPerSecond, burst: tapBurst })

/** What the server last said of the player, by its clock. */
const createAnswers = (profile: TapProfile, time: () => number) => {
  const clock = createServerClock(profile.serverTime, time)
  let rules: TapRules = profile
  let rulesAt = profile.serverTime
  let confirmed: Confirmed = profile
  return {
    serverNow: clock.now,
    rules: (): TapRules => rules,
    confirmed: (): Confirmed => confirmed,
    /** Takes in an answer, within a change. */
    confirm: (state: Confirmed): void => {
      clock.learn(state.serverTime)
      if (isNewer(state.serverTime, confirmed.serverTime) || state.seq > confirmed.seq) confirmed = state
    },
    /** Takes in the rules of a profile, within a change. */
    setRules: (next: TapProfile): void => {
      if (!isNewer(next.serverTime, rulesAt)) return
      rules = next
      rulesAt = next.serverTime
    },
    addEnergy: (energy: number): void => {
      confirmed = { ...confirmed, energy: confirmed.energy + energy }
    },
  }
}

/** What the server last said of the player, and what that comes to with the taps that it has not answered. */
export const createPlayerState = (profile: TapProfile, time: () => number, queue: () => Queue) => {
  const { addEnergy, ...answers } = createAnswers(profile, time)
  const { rules, confirmed, serverNow } = answers
  /** Which taps count, and which of them are sent. */
  const tapping = createAllowance(time)
  const sending = createAllowance(time)
  const drift = { rings: createDrift(time), earned: createDrift(time), energy: createDrift(time) }

  /** The truth as far as it can be known: confirmed, with the taps that are not answered. */
  const estimate = () => {
    const { rings, earnedRings, seq } = confirmed()
    const { pay, cost, count } = totalOf(queue(), seq)
    const energy = Math.max(0, energyAt(rules(), confirmed(), serverNow()) - cost)
    return { rings: rings + pay, earned: earnedRings + pay, energy, count }
  }

  /**
   * Sets how many taps count and are sent to what the server takes, without those that it will hear of. Taps that were
   * made without a network wait for the server's credit; they do not keep a finger from more at the usual rate.
   */
  const setAllowances = () => {
    const credit = creditAt(rules(), confirmed(), serverNow())
    const { seq } = confirmed()
    sending.set(credit - underWay(queue(), seq), rateOf(rules()))
    tapping.set(Math.max(0, credit - totalOf(queue(), seq).count), rateOf(rules()))
  }
  setAllowances()

  /** Changes the truth; what is shown stays where it is, and then approaches it. */
  const change = (apply: () => void) => {
    const before = estimate()
    apply()
    const missing = before.energy - estimate().energy
    // Answers have whole energy; the part of one that is known is kept.
    if (missing > 0 && missing < 1) addEnergy(missing)
    setAllowances()
    const after = estimate()
    drift.rings.add(before.rings - after.rings)
    drift.earned.add(before.earned - after.earned)
    drift.energy.add(before.energy - after.energy)
  }

  return { ...answers, change, estimate, tapping, sending, drift }
}
export type PlayerState = ReturnType<typeof createPlayerState>
