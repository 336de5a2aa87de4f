import { beforeEach, describe, expect, test } from 'vitest'
import type { TapEngine } from '../../src/features/tap/engine/engine.ts'
import { expectAgreement, tapTimes, TapWorld } from './tap-world.ts'

let world: TapWorld
let engine: TapEngine
beforeEach(() => {
  world = new TapWorld()
  engine = world.load()
})

describe('taps', () => {
  test('count at once, and reach the server together', async () => {
    expect(tapTimes(engine, 5).every(({ counts }) => counts)).toBe(true)
    expect(engine.view()).toMatchObject({ rings: 5, energy: 95, unanswered: 5 })
    expect(world.calls).toEqual([])
    await world.pass(300)
    expect(world.calls).toMatchObject([{ count: 5, seq: 1 }])
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(5)
  })

  test('during taps there is a call a second, one at a time', async () => {
    Object.assign(world.server, { tapsPerSecond: 100, tapBurst: 100 })
    for (let tenth = 0; tenth < 50; tenth += 1) {
      engine.tap()
      await world.pass(100)
    }
    const gaps = world.calls.slice(1).map(({ at }, index) => at - world.calls[index]!.at)
    expect(gaps.every((gap) => gap >= 300 && gap <= 1000)).toBe(true)
    expect(world.calls.map(({ seq }) => seq)).toEqual(world.calls.map((_, index) => index + 1))
    await expectAgreement(world, engine)
  })

  test('a second batch waits for the answer to the first', async () => {
    world.fates = ['open']
    engine.tap()
    await world.pass(300)
    tapTimes(engine, 3)
    engine.flush()
    await world.pass(4000)
    expect(world.calls).toHaveLength(1)
    await world.answerOpen()
    await world.pass(1000)
    expect(world.calls).toMatchObject([
      { count: 1, seq: 1 },
      { count: 3, seq: 2 },
    ])
  })

  test('faster than the rules allow do not count', () => {
    const outcomes = tapTimes(engine, 30)
    expect(outcomes.filter(({ counts }) => counts)).toHaveLength(20)
    expect(outcomes.at(-1)).toEqual({ counts: false, why: 'speed' })
    world.now += 100
    expect(tapTimes(engine, 5).filter(({ counts }) => counts)).toHaveLength(2)
  })

  test('use energy, and without it do not count', async () => {
    Object.assign(world.server, { tapsPerSecond: 1000, tapBurst: 1000 })
    world.server.energy = 10
    engine = world.load()
    const outcomes = tapTimes(engine, 12)
    expect(outcomes.filter(({ counts }) => counts)).toHaveLength(10)
    expect(outcomes.at(-1)).toEqual({ counts: false, why: 'energy' })
    expect(engine.view().energy).toBe(0)
    await world.pass(3000)
    expect(engine.view().energy).toBe(3)
    expect(tapTimes(engine, 4).filter(({ counts }) => counts)).toHaveLength(3)
    await expectAgreement(world, engine)
  })

  test('without energy it is known when the next tap is possible, and when the energy is full', () => {
    Object.assign(world.server, { energy: 2, ringsPerTap: 5, energyPerSecond: 2 })
    engine = world.load()
    expect(engine.view()).toMatchObject({ isEmpty: true, untilTap: 1500, untilFull: 49_000 })
    world.now += 1500
    expect(engine.view()).toMatchObject({ isEmpty: false, untilTap: 0 })
    world.server.energyPerSecond = 0
    engine = world.load()
    expect(engine.view()).toMatchObject({ untilTap: Infinity, untilFull: Infinity })
  })

  test('energy stops at its limit', async () => {
    tapTimes(engine, 5)
    await world.pass(60_000)
    expect(engine.view().energy).toBe(100)
  })
})

describe('turbo', () => {
  test('pays more and uses no energy, until just before its end', async () => {
    world.server.turboUntil = world.now + 2000
    engine.sync(world.profile())
    expect(engine.tap()).toEqual({ counts: true, pay: 5, isTurbo: true })
    expect(engine.view()).toMatchObject({ rings: 5, energy: 100, isTurbo: true, turboLeft: 1600 })
    await world.pass(1700)
    expect(engine.view().isTurbo).toBe(false)
    expect(engine.tap()).toEqual({ counts: true, pay: 1, isTurbo: false })
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(6)
  })

  test('taps at its end are sent before the server’s turbo ends', async () => {
    world.server.turboUntil = world.now + 2000
    engine.sync(world.profile())
    engine.tap()
    await world.pass(1500)
    tapTimes(engine, 3)
    await world.pass(150)
    expect(world.calls.at(-1)!.at).toBeLessThanOrEqual(world.server.turboUntil - 400)
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(20)
  })
})

describe('clocks', () => {
  test('the page’s clock set back neither stops taps nor takes energy', async () => {
    tapTimes(engine, 10)
    await world.pass(1000)
    world.pageClockAhead = -86_400_000
    expect(engine.view().energy).toBe(90)
    await world.pass(5000)
    expect(engine.view().energy).toBe(95)
    engine.tap()
    await world.pass(1500)
    expect(world.calls).toHaveLength(2)
    await expectAgreement(world, engine)
  })

  test('set forward gives at most a minute’s energy', async () => {
    world.server.energyPerSecond = 0.1
    world.server.energy = 0
    engine = world.load()
    world.pageClockAhead = 86_400_000
    expect(engine.view().energy).toBe(6)
  })

  test('the server’s clock set back is followed', async () => {
    tapTimes(engine, 10)
    await world.pass(2000)
    const { profile } = world
    world.profile = () => ({ ...profile.call(world), serverTime: 500_000, rings: 77 })
    engine.sync(world.profile())
    await world.pass(3000)
    expect(engine.view()).toMatchObject({ rings: 77 })
    expect(engine.view().energy).toBeGreaterThan(90)
  })
})
