import { beforeEach, describe, expect, test } from 'vitest'
import type { TapEngine } from '../../src/features/tap/engine/engine.ts'
import { queueFromText } from '../../src/features/tap/engine/queue.ts'
import { expectAgreement, tapTimes, TapWorld } from './tap-world.ts'

let world: TapWorld
let engine: TapEngine
beforeEach(() => {
  world = new TapWorld()
  engine = world.load()
})

describe('a lost answer', () => {
  test('is asked for again with the same number and count, and pays once', async () => {
    world.fates = ['lost', 'lost']
    tapTimes(engine, 7)
    await world.pass(300)
    tapTimes(engine, 2)
    expect(engine.view()).toMatchObject({ rings: 9, status: 'waiting' })
    await world.pass(10_000)
    expect(world.calls).toMatchObject([
      { count: 7, seq: 1 },
      { count: 7, seq: 1 },
      { count: 7, seq: 1 },
      { count: 2, seq: 2 },
    ])
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(9)
  })

  test('pauses between attempts grow, and are as long as the server asks', async () => {
    world.fates = ['unreachable', 'unreachable', 'unreachable', { status: 503, retryAfter: 20 }]
    engine.tap()
    await world.pass(60_000)
    const gaps = world.calls.slice(1).map(({ at }, index) => at - world.calls[index]!.at)
    expect(gaps).toEqual([1000, 2000, 4000, 20_000])
    expect(engine.view().status).toBe('working')
    await expectAgreement(world, engine)
  })

  test('the network’s return ends the pause', async () => {
    world.fates = ['unreachable', 'unreachable', 'unreachable', 'unreachable']
    engine.tap()
    await world.pass(8000)
    expect(world.calls).toHaveLength(4)
    engine.flush()
    await world.pass(0)
    engine.flush()
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(1)
  })

  test('a reload sends the same batch again, and what waited', async () => {
    world.fates = ['lost']
    tapTimes(engine, 4)
    await world.pass(300)
    tapTimes(engine, 3)
    await world.pass(300)
    engine = world.load()
    expect(engine.view().rings).toBe(7)
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(7)
  })

  test('a reload without the batch having arrived sends it with its number', async () => {
    world.fates = ['unreachable']
    tapTimes(engine, 4)
    await world.pass(300)
    engine = world.load()
    await expectAgreement(world, engine)
    expect(world.calls).toMatchObject([
      { count: 4, seq: 1 },
      { count: 4, seq: 1 },
    ])
    expect(world.server.rings).toBe(4)
  })

  test('a profile that has the batch does not count it twice on the page', async () => {
    world.fates = ['open']
    tapTimes(engine, 4)
    await world.pass(300)
    engine.sync(world.profile())
    expect(engine.view().rings).toBe(4)
    await world.answerOpen()
    expect(engine.view().rings).toBe(4)
  })

  test('without a network taps go on while there is energy, and arrive later as fast as the rules allow', async () => {
    world.fates = Array.from({ length: 6 }, () => 'unreachable' as const)
    for (let tenth = 0; tenth < 120; tenth += 1) {
      engine.tap()
      await world.pass(100)
    }
    const shown = engine.view().rings
    // A full server refills nothing until the taps arrive.
    expect(shown).toBe(100)
    await world.pass(120_000)
    for (const [index, { count, at }] of world.calls.entries()) {
      const next = world.calls[index + 1]
      if (next && next.seq > world.calls[index]!.seq) expect(count / 20).toBeLessThanOrEqual((next.at - at) / 1000 + 1)
    }
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(shown)
  })
})

describe('a reload', () => {
  test('does not give more taps than the server takes: none of what is shown is lost', async () => {
    tapTimes(engine, 20)
    await world.pass(600)
    engine = world.load()
    const counted = tapTimes(engine, 20).filter(({ counts }) => counts)
    // The batch came after 300 ms and used up a full credit; since then as long has passed, at 20 taps a second.
    expect(counted).toHaveLength(6)
    const shown = engine.view().rings
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(shown)
  })

  test('leaves the stored taps their part of what the server takes', async () => {
    world.fates = ['unreachable']
    tapTimes(engine, 12)
    await world.pass(300)
    engine = world.load()
    expect(tapTimes(engine, 20).filter(({ counts }) => counts)).toHaveLength(8)
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(20)
  })

  test('during turbo, pays for no tap that comes too late for it', async () => {
    world.server.turboUntil = world.now + 1500
    engine = world.load()
    tapTimes(engine, 20)
    await world.pass(300)
    engine = world.load()
    tapTimes(engine, 20)
    const shown = engine.view().rings
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(shown)
  })

  test('after taps on another device, counts what that one has left', async () => {
    world.count({ count: 18, seq: 1 })
    engine = world.load()
    expect(tapTimes(engine, 20).filter(({ counts }) => counts)).toHaveLength(2)
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(20)
  })
})

describe('leaving', () => {
  test('what waits is sent at once, and stored first', async () => {
    tapTimes(engine, 3)
    engine.flush()
    expect(world.calls).toMatchObject([{ count: 3, seq: 1 }])
    expect(queueFromText(world.stored)).toMatchObject({ sent: { count: 3, seq: 1, attempts: 1 }, waiting: [] })
    engine.flush()
    expect(world.calls).toHaveLength(1)
  })

  test('a stopped engine sends nothing, and its taps are there for the next', async () => {
    world.fates = ['open']
    engine.tap()
    await world.pass(300)
    tapTimes(engine, 2)
    engine.stop()
    await world.answerOpen()
    await world.pass(5000)
    expect(world.calls).toHaveLength(1)
    engine = world.load()
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(3)
  })
})
