import { type AcceptedTaps, MAX_GAP } from '@openauth/client'
import {
  type Confirmed,
  creditAt,
  energyAt,
  tapAt,
  type TapProfile,
  type TapRules,
  turboEndOf,
  untilEnergy,
} from './account.ts'
import { createAllowance, type Rate } from './allowance.ts'
import { createDrift } from './drift.ts'
import { addTaps, isEmpty, MOST_STORED, type Queue, totalOf, underWay } from './queue.ts'
import { createSender, type SenderStatus } from './sender.ts'
import { createServerClock } from './server-clock.ts'
import { createSteadyClock } from './steady-clock.ts'

export interface EngineDeps {
  profile: TapProfile
  /** Milliseconds; it may jump. */
  now: () => number
  random: () => number
  schedule: (run: () => void, milliseconds: number) => () => void
  /** Calls the server; rejects with an ApiError. */
  send: (batch: { count: number; seq: number; gaps?: number[] }) => Promise<AcceptedTaps>
  readProfile: () => Promise<TapProfile>
  store: { read: () => Queue; write: (queue: Queue) => void }
  /** Called after every answer and change of the status. */
  onChange: () => void
}

/** What becomes of a tap: its rings, or why it does not count. */
export type TapOutcome =
  | { counts: true; pay: number; isTurbo: boolean }
  | { counts: false; why: 'energy' | 'speed' | 'stopped' }

/** What is shown at a moment. */
export interface TapView {
  rings: number
  earnedRings: number
  energy: number
  maxEnergy: number
  isTurbo: boolean
  /** Whether the energy is less than a tap needs. */
  isEmpty: boolean
  /** Milliseconds until the energy suffices for a tap, and until it is full; Infinity where it does not refill. */
  untilTap: number
  untilFull: number
  /** Milliseconds until turbo ends; 0 without. */
  turboLeft: number
  /** Whether numbers still approach the truth. */
  isSettling: boolean
  unanswered: number
  status: SenderStatus
}

/** Milliseconds from a tap until it is stored at the latest. */
const STORE_AFTER = 300

/** An answer that seems older than this is new, from a server whose clock was set back. Milliseconds. */
const OLDEST_ANSWER = 30_000

/** Answers may overtake each other. */
const isNewer = (at: number, last: number): boolean => at >= last || at < last - OLDEST_ANSWER

const rateOf = ({ tapsPerSecond, tapBurst }: TapRules): Rate => ({ perSecond: tapsPerSecond, burst: tapBurst })

/**
 * The tap game on a player's side. What it shows runs ahead of the server: it adds the taps that are not answered yet
 * to what the server last said, and energy by the server's clock. Where the server decides otherwise, what is shown
 * approaches that without a jump.
 */
export const createTapEngine = (deps: EngineDeps) => {
  const time = createSteadyClock(deps.now)
  const clock = createServerClock(deps.profile.serverTime, time)
  let rules: TapRules = deps.profile
  let rulesAt = deps.profile.serverTime
  let confirmed: Confirmed = deps.profile
  let queue = deps.store.read()
  if (queue.sent && queue.sent.seq <= confirmed.seq) queue = { ...queue, sent: null }
  /** Which taps count, and which of them are sent. */
  const tapping = createAllowance(time)
  const sending = createAllowance(time)
  const drift = { rings: createDrift(time), earned: createDrift(time), energy: createDrift(time) }
  let cancelStoring: (() => void) | undefined

  /** The truth as far as it can be known: confirmed, with the taps that are not answered. */
  const estimate = () => {
    const { pay, cost, count } = totalOf(queue, confirmed.seq)
    const energy = Math.max(0, energyAt(rules, confirmed, clock.now()) - cost)
    return { rings: confirmed.rings + pay, earned: confirmed.earnedRings + pay, energy, count }
  }

  /**
   * Sets how many taps count and are sent to what the server takes, without those that it will hear of. Taps that were
   * made without a network wait for the server's credit; they do not keep a finger from more at the usual rate.
   */
  const setAllowances = () => {
    const credit = creditAt(rules, confirmed, clock.now())
    sending.set(credit - underWay(queue, confirmed.seq), rateOf(rules))
    tapping.set(Math.max(0, credit - totalOf(queue, confirmed.seq).count), rateOf(rules))
  }

  const store = () => {
    cancelStoring?.()
    cancelStoring = undefined
    deps.store.write(queue)
  }
  const setQueue = (next: Queue) => {
    if (next === queue) return
    queue = next
    store()
  }

  /** Changes the truth; what is shown stays where it is, and then approaches it. */
  const change = (apply: () => void) => {
    const before = estimate()
    apply()
    const missing = before.energy - estimate().energy
    // Answers have whole energy; the part of one that is known is kept.
    if (missing > 0 && missing < 1) confirmed = { ...confirmed, energy: confirmed.energy + missing }
    setAllowances()
    const after = estimate()
    drift.rings.add(before.rings - after.rings)
    drift.earned.add(before.earned - after.earned)
    drift.energy.add(before.energy - after.energy)
  }
  const confirm = (state: Confirmed) => {
    clock.learn(state.serverTime)
    if (isNewer(state.serverTime, confirmed.serverTime) || state.seq > confirmed.seq) confirmed = state
  }

  /** Takes in a profile, such as the answer to a boost. */
  const sync = (profile: TapProfile) => {
    change(() => {
      confirm(profile)
      if (!isNewer(profile.serverTime, rulesAt)) return
      rules = profile
      rulesAt = profile.serverTime
    })
    deps.onChange()
  }

  const sender = createSender({
    time,
    random: deps.random,
    schedule: deps.schedule,
    send: deps.send,
    resync: async () => sync(await deps.readProfile()),
    seq: () => confirmed.seq,
    allowance: sending,
    queue: () => queue,
    setQueue,
    onAnswer: (answer, rest) => {
      change(() => {
        setQueue(rest)
        confirm(answer)
      })
      deps.onChange()
    },
    onStatus: () => deps.onChange(),
  })

  const refusalOf = (cost: number): 'stopped' | 'energy' | 'speed' | undefined => {
    const { energy, count } = estimate()
    if (!['working', 'waiting'].includes(sender.status()) || count >= MOST_STORED) return 'stopped'
    if (energy < cost) return 'energy'
    return tapping.left() < 1 ? 'speed' : undefined
  }

  let lastTapAt = -MAX_GAP
  /** Whole milliseconds since the tap before. */
  const sinceLastTap = (): number => {
    const gap = Math.round(Math.min(MAX_GAP, time() - lastTapAt))
    lastTapAt = time()
    return gap
  }

  /** One tap of one finger. */
  const tap = (): TapOutcome => {
    const { pay, cost, isTurbo } = tapAt(rules, clock.now())
    const why = refusalOf(cost)
    if (why) return { counts: false, why }
    tapping.use(1)
    queue = addTaps(queue, { count: 1, pay, cost, gaps: [sinceLastTap()] })
    cancelStoring ??= deps.schedule(store, STORE_AFTER)
    const turboEnd = isTurbo ? turboEndOf(rules) : null
    sender.notice(turboEnd === null ? Infinity : time() + turboEnd - clock.now())
    return { counts: true, pay, isTurbo }
  }

  const view = (): TapView => {
    const { rings, earned, energy, count } = estimate()
    const [ringsDrift, earnedDrift, energyDrift] = [drift.rings.get(), drift.earned.get(), drift.energy.get()]
    const turboLeft = Math.max(0, (turboEndOf(rules) ?? 0) - clock.now())
    const { cost } = tapAt(rules, clock.now())
    return {
      rings: Math.round(rings + ringsDrift),
      earnedRings: Math.round(earned + earnedDrift),
      energy: Math.max(0, Math.floor(energy + energyDrift)),
      maxEnergy: rules.maxEnergy,
      isTurbo: turboLeft > 0,
      isEmpty: energy < cost,
      untilTap: untilEnergy(rules, energy, cost),
      untilFull: untilEnergy(rules, energy, rules.maxEnergy),
      turboLeft,
      isSettling: ringsDrift !== 0 || energyDrift !== 0,
      unanswered: count,
      status: sender.status(),
    }
  }

  setAllowances()
  // Taps of an earlier visit.
  if (!isEmpty(queue)) sender.notice()
  return {
    tap,
    view,
    sync,
    confirmed: (): Confirmed => confirmed,
    ringsPerTap: (): number => tapAt(rules, clock.now()).pay,
    /** Stores and sends what waits, before the page is hidden or left, or once the network is back. */
    flush: () => {
      store()
      sender.flush()
    },
    /** Ends it: what is not answered stays stored for the next one. */
    stop: () => {
      store()
      sender.stop()
    },
  }
}
export type TapEngine = ReturnType<typeof createTapEngine>
