import { expect, test } from 'vitest'
import { type AddressSession, relayOf } from './relay.ts'

const THRESHOLD = 0.4
const SECOND = 1000
const MINUTE = 60 * SECOND

/** Sessions of accounts that play one after another, with a pause between. */
const inTurn = (
  accounts: number,
  turns: number,
  { length, pause, taps = 100 }: { length: number; pause: number; taps?: number },
) =>
  Array.from({ length: turns }, (_, turn): AddressSession => {
    const start = turn * (length + pause)
    return { userId: `account ${turn % accounts}`, start, end: start + length, taps }
  })

const found = (sessions: AddressSession[]) => [...relayOf(sessions, THRESHOLD).keys()].toSorted()

test('accounts that play in turn are found, whatever others play at the same time', () => {
  const farm = inTurn(6, 60, { length: 3 * MINUTE, pause: 5 * SECOND })
  const six = ['account 0', 'account 1', 'account 2', 'account 3', 'account 4', 'account 5']
  expect(found(farm)).toEqual(six)
  const person = [10, 55, 100, 140].map((at) => ({
    userId: 'person',
    taps: 200,
    start: at * MINUTE,
    end: (at + 4) * MINUTE,
  }))
  expect(found([...farm, ...person]).filter((id) => id === 'person')).toEqual([])
})

test('many short sessions bring no other player under suspicion', () => {
  const person = (shift: number) =>
    [10, 31, 52, 78].map((at) => ({
      userId: 'person',
      taps: 200,
      start: at * MINUTE + shift * SECOND,
      end: (at + 3) * MINUTE + shift * SECOND,
    }))
  for (const taps of [1, 50])
    for (let shift = 0; shift < 20; shift += 1) {
      const short = inTurn(5, 360, { length: 0, pause: 15 * SECOND, taps })
      expect(found([...short, ...person(shift)])).not.toContain('person')
    }
})

test('neither do short sessions in the hours of another player alone', () => {
  const evening = 18 * 60 * MINUTE
  for (let shift = 0; shift < 18; shift += 1)
    for (const length of [SECOND, 20 * SECOND]) {
      const short = inTurn(5, 200, { length, pause: 16 * SECOND, taps: 12 })
      const person = [3, 18, 33, 48].map((at) => ({
        userId: 'person',
        taps: 400,
        start: evening + at * MINUTE + shift * SECOND,
        end: evening + (at + 3) * MINUTE,
      }))
      const early = { userId: 'account 0', start: 0, end: 5000, taps: 12 }
      const later = short.map((session) => ({ ...session, start: session.start + evening, end: session.end + evening }))
      expect(found([early, ...later, ...person])).not.toContain('person')
    }
})

test('an account that taps once a minute all day hides nobody', () => {
  const farm = inTurn(6, 60, { length: 3 * MINUTE, pause: 5 * SECOND })
  expect(found([...farm, { userId: 'decoy', start: 0, end: 4 * 60 * MINUTE, taps: 240 }])).toHaveLength(6)
})

test('people who play at their own times are none', () => {
  const sessions = Array.from({ length: 60 }, (_, index) => {
    const start = ((index * 7919) % 1440) * MINUTE
    return { userId: `person ${index % 12}`, start, end: start + (2 + (index % 5)) * MINUTE, taps: 150 }
  })
  expect(found(sessions)).toEqual([])
})
