import { expect, test } from 'vitest'
import { statusLine } from './status-line.ts'

const now = new Date(2026, 10, 26, 9, 5)
const quiet = { requests: 0, failedRequests: 0, logins: 0, failedLogins: 0, sends: 0, memory: 84.6 * 1024 * 1024 }

test.each([
  [quiet, '09:05  0 requests · 0 logins · 0 sends · 85 MB'],
  [{ ...quiet, requests: 1, logins: 1, sends: 1 }, '09:05  1 request · 1 login · 1 send · 85 MB'],
  [
    { ...quiet, requests: 1200, failedRequests: 3, logins: 7, failedLogins: 2 },
    '09:05  1200 requests (3 failed) · 7 logins (2 failed) · 0 sends · 85 MB',
  ],
])('a minute is a line', (minute, line) => {
  expect(statusLine(now, minute)).toBe(line)
})
