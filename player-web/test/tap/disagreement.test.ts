import { beforeEach, describe, expect, test } from 'vitest'
import type { TapEngine } from '../../src/features/tap/engine/engine.ts'
import { expectAgreement, tapTimes, TapWorld } from './tap-world.ts'

let world: TapWorld
let engine: TapEngine
beforeEach(() => {
  world = new TapWorld()
  engine = world.load()
})

describe('the server decides otherwise', () => {
  test('fewer taps accepted: what is shown approaches the truth without a jump, and never falls while the player taps on', async () => {
    tapTimes(engine, 10)
    world.server.energy = 4
    await world.pass(300)
    expect(world.server.rings).toBe(4)
    expect(engine.view().rings).toBe(10)
    const shown: number[] = []
    for (let frame = 0; frame < 200; frame += 1) {
      await world.pass(16)
      shown.push(engine.view().rings)
    }
    expect(shown.at(-1)).toBe(4)
    expect(Math.max(...shown.slice(1).map((rings, frame) => Math.abs(rings - shown[frame]!)))).toBeLessThanOrEqual(1)
  })

  test('another device’s batch overtakes: the taps get another number and count once', async () => {
    world.count({ count: 3, seq: 1 })
    world.count({ count: 3, seq: 2 })
    tapTimes(engine, 5)
    await world.pass(300)
    expect(world.calls).toMatchObject([{ count: 5, seq: 1 }])
    await expectAgreement(world, engine)
    expect(world.calls).toMatchObject([
      { count: 5, seq: 1 },
      { count: 5, seq: 3 },
    ])
    expect(world.server.rings).toBe(11)
  })

  test('overtaken after a lost answer: the taps are not sent again, since they may have counted', async () => {
    world.fates = ['lost']
    tapTimes(engine, 5)
    await world.pass(300)
    world.count({ count: 3, seq: 2 })
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(8)
    expect(world.calls.map(({ seq }) => seq)).toEqual([1, 1])
  })

  test('taps that never count are given up', async () => {
    world.server.ringsPerTap = 0
    engine = world.load()
    tapTimes(engine, 5)
    world.count = ({ seq }) => ({ ...world.profile(), accepted: 0, seq, energy: 100 })
    await world.pass(30_000)
    expect(world.calls.length).toBeLessThanOrEqual(4)
    expect(engine.view().unanswered).toBe(0)
  })

  test('a number too far ahead: the profile is read, and the taps are numbered anew', async () => {
    world.stored = JSON.stringify({ sent: { count: 5, pay: 1, cost: 1, seq: 99_999 }, waiting: [] })
    engine = world.load()
    world.fates = [{ status: 400, code: 'seq_too_far' }]
    await expectAgreement(world, engine)
    expect(world.calls).toMatchObject([
      { count: 5, seq: 99_999 },
      { count: 5, seq: 1 },
    ])
    expect(world.server.rings).toBe(5)
  })

  test('an older answer does not undo a newer one', async () => {
    const old = world.profile()
    tapTimes(engine, 5)
    await world.pass(2000)
    engine.sync(old)
    expect(engine.view().rings).toBe(5)
  })

  test('rings that come from elsewhere are counted up to', async () => {
    world.server.rings = 1000
    engine.sync(world.profile())
    expect(engine.view()).toMatchObject({ rings: 0, isSettling: true })
    await expectAgreement(world, engine)
  })

  test('a session that has ended keeps the taps for the next one', async () => {
    world.fates = [{ status: 401 }]
    tapTimes(engine, 5)
    await world.pass(10_000)
    expect(world.calls).toHaveLength(1)
    expect(engine.view().status).toBe('signedOut')
    expect(engine.tap()).toEqual({ counts: false, why: 'stopped' })
    engine = world.load()
    await expectAgreement(world, engine)
    expect(world.server.rings).toBe(5)
  })

  test('what the server refuses for good stops the game', async () => {
    world.fates = [{ status: 403, code: 'game_off' }]
    engine.tap()
    await world.pass(10_000)
    expect(world.calls).toHaveLength(1)
    expect(engine.view()).toMatchObject({ status: 'refused', unanswered: 0 })
  })
})
