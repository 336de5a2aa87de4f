import type { Stats } from '@openauth/client'
import { expect, test } from 'vitest'
import {
  loginsOf,
  peopleOf,
  periodIn,
  sendsByNetwork,
  sendsByState,
  sendsTotal,
} from '../src/renderer/features/dashboard/figures.ts'
import { t } from '../src/renderer/i18n/i18n.ts'

const none = { created: 0, submitted: 0, confirmed: 0, failed: 0, expired: 0 }
const counts = {
  ...{ registrations: 3, deletions: 0, wallets: 9, activeUsers: 2 },
  logins: { email: 1, google: 4, solana: 0 },
  failedLogins: {},
  sends: { solana: { ...none, confirmed: 2, failed: 1 }, base: none },
}
const stats: Stats = {
  ...{ users: 3, from: 0, until: 1, totals: counts, previous: null, change: null },
  days: [
    { at: 0, ...counts },
    { at: 86_400_000, ...counts },
  ],
  hours: [],
}

test('the figures of charts: what was used has a series, the most used method first', () => {
  expect(loginsOf(stats, 'logins', (method) => method).series.map(({ id }) => id)).toEqual(['google', 'email'])
  expect(loginsOf(stats, 'failedLogins', (method) => method).series).toEqual([])
  expect(sendsByNetwork(stats).points[1]).toEqual({ at: 86_400_000, values: { solana: 3 } })
  expect(sendsByState(stats, t).series.map(({ id }) => id)).toEqual(['confirmed', 'failed'])
  expect(sendsTotal(stats)).toBe(3)
  expect(peopleOf(stats, t).points[0]?.values).toEqual({ registrations: 3, active: 2 })
})

test('one day is drawn by its hours, which count no active users', () => {
  const { activeUsers: _, ...hour } = counts
  const today = { ...stats, days: stats.days.slice(0, 1), hours: [{ at: 3_600_000, ...hour }] }
  expect(peopleOf(today, t)).toMatchObject({ interval: 'hour', series: [{ id: 'registrations' }] })
  expect(periodIn(new URLSearchParams('period=year'))).toBe('week')
})
