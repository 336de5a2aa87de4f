import { type AcceptedTaps, ApiError } from '@openauth/client'
import { expect } from 'vitest'
import { createTapEngine, type TapEngine } from '../../src/features/tap/engine/engine.ts'
import type { TapProfile } from '../../src/features/tap/engine/account.ts'
import { queueFromText, queueToText } from '../../src/features/tap/engine/queue.ts'

// A server that counts taps as the real one does, a clock and timers of the test's, and a page that can be reloaded.

/** What becomes of the next call. `lost`: the server counts it, and its answer does not arrive. */
export type Fate = 'answered' | 'lost' | 'unreachable' | { status: number; code?: string; retryAfter?: number } | 'open'

export interface Call {
  count: number
  seq: number
  at: number
}

const failure = (fate: Exclude<Fate, string>) =>
  new ApiError(
    fate.status,
    fate.code ? { code: fate.code } : {},
    fate.retryAfter === undefined ? {} : { retryAfter: fate.retryAfter },
  )

const rules = { maxEnergy: 100, energyPerSecond: 1, ringsPerTap: 1, tapsPerSecond: 20, tapBurst: 20, turboFactor: 5 }

export class TapWorld {
  /** The server's clock, and the page's beside it. */
  now = 1_000_000
  pageClockAhead = 0
  calls: Call[] = []
  fates: Fate[] = []
  open: (() => void)[] = []
  stored: string | null = null
  changes = 0
  server = {
    ...rules,
    rings: 0,
    energy: 100,
    credit: rules.tapBurst,
    seq: 0,
    turboUntil: null as number | null,
    settledAt: 1_000_000,
  }
  private timers: { at: number; run: () => void }[] = []

  private settle() {
    const { server, now } = this
    const refilled = server.energy + ((now - server.settledAt) * server.energyPerSecond) / 1000
    server.energy = Math.min(server.maxEnergy, refilled)
    server.credit = Math.min(server.tapBurst, server.credit + ((now - server.settledAt) * server.tapsPerSecond) / 1000)
    server.settledAt = now
  }

  /** What answers have in whole numbers. */
  private counts() {
    const { rings, energy, credit } = this.server
    return { earnedRings: rings, energy: Math.floor(energy), tapCredit: Math.floor(credit) }
  }

  profile(): TapProfile {
    this.settle()
    const { settledAt: _, credit: __, ...rest } = this.server
    return { ...rest, ...this.counts(), serverTime: this.now }
  }

  /** A batch of taps, as api/src/features/game/taps.ts counts it. */
  count({ count, seq }: { count: number; seq: number }): AcceptedTaps {
    this.settle()
    const { server } = this
    const isTurbo = (server.turboUntil ?? 0) > this.now
    const isNew = seq > server.seq
    const byEnergy = isTurbo ? count : Math.floor(server.energy / server.ringsPerTap)
    const accepted = isNew ? Math.min(count, Math.floor(server.credit), byEnergy) : 0
    server.rings += accepted * server.ringsPerTap * (isTurbo ? server.turboFactor : 1)
    if (!isTurbo) server.energy -= accepted * server.ringsPerTap
    server.credit -= accepted
    if (isNew) server.seq = seq
    return { accepted, rings: server.rings, ...this.counts(), seq: server.seq, serverTime: this.now }
  }

  private async send(batch: { count: number; seq: number }): Promise<AcceptedTaps> {
    this.calls.push({ ...batch, at: this.now })
    const fate = this.fates.shift() ?? 'answered'
    if (fate === 'unreachable') throw new ApiError(0, {})
    if (typeof fate === 'object') throw failure(fate)
    const answer = this.count(batch)
    if (fate === 'lost') throw new ApiError(0, {})
    if (fate === 'open') await new Promise<void>((resolve) => void this.open.push(resolve))
    return answer
  }

  /** Opens the page: what an earlier one has stored is there. */
  load(): TapEngine {
    this.timers = []
    return createTapEngine({
      profile: this.profile(),
      now: () => this.now + this.pageClockAhead,
      random: () => 1,
      schedule: (run, milliseconds) => {
        const timer = { at: this.now + milliseconds, run }
        this.timers.push(timer)
        return () => void (this.timers = this.timers.filter((each) => each !== timer))
      },
      send: (batch) => this.send(batch),
      readProfile: () => Promise.resolve(this.profile()),
      store: {
        read: () => queueFromText(this.stored),
        write: (queue) => void (this.stored = queueToText(queue)),
      },
      onChange: () => void (this.changes += 1),
    })
  }

  /** Lets time pass, with timers in their order and answers arriving. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds
    await this.answersArrive()
    for (;;) {
      const next = this.timers.toSorted((one, other) => one.at - other.at)[0]
      if (!next || next.at > end) break
      this.timers = this.timers.filter((each) => each !== next)
      this.now = Math.max(this.now, next.at)
      next.run()
      await this.answersArrive()
    }
    this.now = end
  }

  /** All promises that can settle do. */
  answersArrive(): Promise<void> {
    return new Promise((resolve) => void setTimeout(resolve, 0))
  }

  /** Answers the calls that were left open. */
  async answerOpen(): Promise<void> {
    for (const resolve of this.open.splice(0)) resolve()
    await this.answersArrive()
  }
}

export const tapTimes = (engine: TapEngine, times: number) => Array.from({ length: times }, () => engine.tap())

/** What is shown is what the server has, and nothing is left to send. */
export const expectAgreement = async (world: TapWorld, engine: TapEngine): Promise<void> => {
  await world.pass(5000)
  const { rings, unanswered, isSettling } = engine.view()
  expect({ rings, unanswered, isSettling }).toEqual({ rings: world.server.rings, unanswered: 0, isSettling: false })
}
