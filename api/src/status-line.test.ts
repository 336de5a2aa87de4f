import { expect, test } from 'vitest'
import { countFailedLogin, countLogin } from './features/login/login-counts.ts'
import { countSends } from './features/transfers/send-counts.ts'
import { Problem } from './errors.ts'
import type { BackgroundWork } from './lib/background-work.ts'
import { startStatusLine, statusLine } from './status-line.ts'

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

test('a line has what happened since the last one, and an idle server writes one and then none', async () => {
  let round: (() => Promise<void>) | undefined
  const background = { repeat: (_: number, __: string, work: () => Promise<void>) => (round = work) }
  const lines: string[] = []
  let minute = { answered: 12, failed: 1 }
  startStatusLine(background as unknown as BackgroundWork, { lastMinute: () => minute }, (line) => lines.push(line))
  countLogin('github')
  countFailedLogin('username', new Problem('incorrect_login'))
  countSends([{ network: 'base' }], 'signed')
  countSends([{ network: 'base' }], 'submitted')
  await round!()
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d {2}12 requests \(1 failed\) · 2 logins \(1 failed\) · 1 send · \d+ MB$/),
  ])
  minute = { answered: 0, failed: 0 }
  await round!()
  await round!()
  await round!()
  expect(lines).toEqual([lines[0], expect.stringMatching(/ {2}0 requests · 0 logins · 0 sends · \d+ MB$/)])
  minute = { answered: 1, failed: 0 }
  await round!()
  expect(lines).toHaveLength(3)
})
