import { type AcceptedTaps, MAX_GAP } from '@openauth/client'
import { type Confirmed, tapAt, type TapProfile, turboEndOf, untilEnergy } from './account.ts'
import { createKeptQueue, type KeptQueueDeps } from './kept-queue.ts'
import { createPlayerState, type PlayerState } from './player-state.ts'
import { isEmpty, MOST_STORED } from './queue.ts'
import { createSender, type SenderStatus } from './sender.ts'
import { createSteadyClock } from './steady-clock.ts'

export interface EngineDeps extends KeptQueueDeps {
  profile: TapProfile
  /** Milliseconds; it may jump. */
  now: () => number
  random: () => number
  /** Calls the server; rejects with an ApiError. */
  send: (batch: { count: number; seq: number; gaps?: number[] }) => Promise<AcceptedTaps>
  readProfile: () => Promise<TapProfile>
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

const viewOf = ({ estimate, rules, serverNow, drift }: PlayerState, status: SenderStatus): TapView => {
  const { rings, earned, energy, count } = estimate()
  const [ringsDrift, earnedDrift, energyDrift] = [drift.rings.get(), drift.earned.get(), drift.energy.get()]
  const turboLeft = Math.max(0, (turboEndOf(rules()) ?? 0) - serverNow())
  const { cost } = tapAt(rules(), serverNow())
  return {
    rings: Math.round(rings + ringsDrift),
    earnedRings: Math.round(earned + earnedDrift),
    energy: Math.max(0, Math.floor(energy + energyDrift)),
    maxEnergy: rules().maxEnergy,
    isTurbo: turboLeft > 0,
    isEmpty: energy < cost,
    untilTap: untilEnergy(rules(), energy, cost),
    untilFull: untilEnergy(rules(), energy, rules().maxEnergy),
    turboLeft,
    isSettling: ringsDrift !== 0 || energyDrift !== 0,
    unanswered: count,
    status,
  }
}

/** Whole milliseconds since the tap before, at most MAX_GAP. */
const createGaps = (time: () => number) => {
  let lastTapAt = -MAX_GAP
  return (): number => {
    const gap = Math.round(Math.min(MAX_GAP, time() - lastTapAt))
    lastTapAt = time()
    return gap
  }
}

const senderOf = (
  deps: EngineDeps,
  {
    time,
    queue,
    player,
    sync,
  }: {
    time: () => number
    queue: ReturnType<typeof createKeptQueue>
    player: PlayerState
    sync: (profile: TapProfile) => void
  },
) =>
  createSender({
    time,
    random: deps.random,
    schedule: deps.schedule,
    send: deps.send,
    resync: async () => sync(await deps.readProfile()),
    seq: () => player.confirmed().seq,
    allowance: player.sending,
    queue: queue.get,
    setQueue: queue.set,
    onAnswer: (answer, rest) => {
      player.change(() => {
        queue.set(rest)
        player.confirm(answer)
      })
      deps.onChange()
    },
    onStatus: () => deps.onChange(),
  })

/**
 * The tap game on a player's side. What it shows runs ahead of the server: it adds the taps that are not answered yet
 * to what the server last said, and energy by the server's clock. Where the server decides otherwise, what is shown
 * approaches that without a jump.
 */
export const createTapEngine = (deps: EngineDeps) => {
  const time = createSteadyClock(deps.now)
  const queue = createKeptQueue(deps, deps.profile.seq)
  const player = createPlayerState(deps.profile, time, queue.get)
  const sinceLastTap = createGaps(time)

  /** Takes in a profile, such as the answer to a boost. */
  const sync = (profile: TapProfile) => {
    player.change(() => {
      player.confirm(profile)
      player.setRules(profile)
    })
    deps.onChange()
  }
  const sender = senderOf(deps, { time, queue, player, sync })

  const refusalOf = (cost: number): 'stopped' | 'energy' | 'speed' | undefined => {
    const { energy, count } = player.estimate()
    if (!['working', 'waiting'].includes(sender.status()) || count >= MOST_STORED) return 'stopped'
    if (energy < cost) return 'energy'
    return player.tapping.left() < 1 ? 'speed' : undefined
  }

  /** One tap of one finger. */
  const tap = (): TapOutcome => {
    const { pay, cost, isTurbo } = tapAt(player.rules(), player.serverNow())
    const why = refusalOf(cost)
    if (why) return { counts: false, why }
    player.tapping.use(1)
    queue.addTap({ count: 1, pay, cost, gaps: [sinceLastTap()] })
    const turboEnd = isTurbo ? turboEndOf(player.rules()) : null
    sender.notice(turboEnd === null ? Infinity : time() + turboEnd - player.serverNow())
    return { counts: true, pay, isTurbo }
  }

  // Taps of an earlier visit.
  if (!isEmpty(queue.get())) sender.notice()
  return {
    tap,
    view: (): TapView => viewOf(player, sender.status()),
    sync,
    confirmed: (): Confirmed => player.confirmed(),
    ringsPerTap: (): number => tapAt(player.rules(), player.serverNow()).pay,
    /** Stores and sends what waits, before the page is hidden or left, or once the network is back. */
    flush: () => {
      queue.save()
      sender.flush()
    },
    /** Ends it: what is not answered stays stored for the next one. */
    stop: () => {
      queue.save()
      sender.stop()
    },
  }
}
export type TapEngine = ReturnType<typeof createTapEngine>
