import { beforeEach, describe, expect, test } from 'vitest'
import { createAnnouncer } from '../../src/features/tap/announcer.ts'
import type { TapView } from '../../src/features/tap/engine/engine.ts'

let said: string[]
let state: string
let now: number
let look: (view: Partial<TapView>) => void
beforeEach(() => {
  said = []
  now = 0
  const outputs = { state: (text: string) => (state = text), announcement: (text: string) => said.push(text) }
  const announce = createAnnouncer(outputs, ({ rings, energy }) => `${rings} rings, ${energy} energy`)
  let view = { rings: 0, energy: 100, isEmpty: false } as TapView
  look = (change) => {
    view = { ...view, ...change }
    announce(view, now)
  }
})

describe('what screen readers announce', () => {
  test('is nothing while energy refills, and what they find is at most a second old', () => {
    for (let energy = 0; energy <= 100; energy += 1) {
      look({ energy })
      now += 1000
    }
    expect(said).toEqual([])
    expect(state).toBe('0 rings, 100 energy')
  })

  test('is the count every five seconds during taps, and the last one after them', () => {
    look({})
    for (let rings = 1; rings <= 120; rings += 1) {
      now += 100
      look({ rings })
    }
    for (let quarter = 0; quarter < 40; quarter += 1) {
      now += 250
      look({})
    }
    expect(said.map((text) => Number.parseInt(text, 10))).toEqual([1, 51, 101, 120])
  })

  test('is once, and at once, that the energy is used up', () => {
    look({ energy: 2 })
    now += 100
    look({ rings: 1, energy: 1 })
    now += 100
    look({ rings: 2, energy: 0, isEmpty: true })
    for (let frame = 0; frame < 600; frame += 1) {
      now += 16
      look({})
    }
    expect(said).toEqual(['1 rings, 1 energy', '2 rings, 0 energy'])
  })
})
