import type { Stats } from '@openauth/client'
import { expect, test } from 'vitest'
import {
  loginsOf,
  peopleOf,
  periodIn,
  sendsByNetwork,
  sendsByState,
  sendsTotal,
} from '../src/renderer/features/statistics/figures.ts'
import { t } from '../src/renderer/i18n/i18n.ts'

const none = { created: 0, submitted: 0, confirmed: 0, failed: 0, expired: 0 }
const counts = {
  registrations: 3,
  deletions: 0,
  wallets: 9,
  activeUsers: 2,
  logins: { email: 1, google: 4, solana: 0 },
  failedLogins: {},
  sends: { solana: { ...none, confirmed: 2, failed: 1 }, base: none },
  taps: 0,
  rings: { made: 0, spent: 0, claimed: 0, adjusted: 0 },
}
const stats: Stats = {
  users: 3,
  from: 0,
  until: 1,
  totals: counts,
  previous: null,
  change: null,
  days: [
    { at: 0, ...counts },
    { at: 86_400_000, ...counts },
  ],
  hours: [],
}

/** Of the same date as the day of UTC, on the clock of this machine. */
const midnight = (at: number) => new Date(new Date(at).toISOString().slice(0, 10) + 'T00:00').getTime()

test('the figures of charts: what was used has a series, the most used method first', () => {
  expect(loginsOf(stats, 'logins', t).series.map(({ id }) => id)).toEqual(['google', 'email'])
  expect(loginsOf(stats, 'failedLogins', t).series).toEqual([])
  expect(sendsByNetwork(stats).points[1]).toEqual({ at: midnight(86_400_000), values: { solana: 3 } })
  expect(sendsByState(stats, t).series.map(({ id }) => id)).toEqual(['confirmed', 'failed'])
  expect(sendsTotal(stats)).toBe(3)
  expect(peopleOf({ ...stats, totals: { ...counts, registrations: 0, activeUsers: 0 } }, t).series).toEqual([])
  expect(peopleOf(stats, t).points[0]?.values).toEqual({ registrations: 3, active: 2 })
})

test('where methods are more than colours, the least used are one series', () => {
  const logins = { email: 9, google: 8, solana: 7, telegram: 6, discord: 5, apple: 4, github: 3 }
  const { series, points } = loginsOf(
    { ...stats, totals: { ...counts, logins }, days: [{ at: 0, ...counts, logins }, ...stats.days] },
    'logins',
    t,
  )
  expect(series.map(({ id }) => id)).toEqual(['email', 'google', 'solana', 'telegram', 'discord', 'other'])
  expect(points[0]?.values).toMatchObject({ discord: 5, other: 7 })
})

test('one day is drawn by its hours, which count no active users', () => {
  const { activeUsers: _, ...hour } = counts
  const today = { ...stats, days: stats.days.slice(0, 1), hours: [{ at: 3_600_000, ...hour }] }
  expect(peopleOf(today, t)).toMatchObject({ interval: 'hour', series: [{ id: 'registrations' }] })
  expect(periodIn(new URLSearchParams('period=year'))).toBe('week')
})
