import { expect, test } from 'vitest'
import { type Counted, LimitExceededError } from '../../lib/attempt-counters.ts'
import { addressKey, guardPassword } from './attempts.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::3:4:5:6:7', '2001:db8:0:3'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['x::ffff:203.0.113.7', 'x::ffff:203.0.113.7'],
])('%s counts as %s: whoever has a network of IPv6 has one address', (ip, key) => expect(addressKey(ip)).toBe(key))

test('a guess is counted for the account, the address and both before it is made, and given back if it was right', async () => {
  const calls: [string, Counted[]][] = []
  const attempts = {
    consume: async (...counted: Counted[]) => void calls.push(['consume', counted]),
    refund: async (...counted: Counted[]) => void calls.push(['refund', counted]),
  }
  const counted = [
    ['passwordByAccountAndIp', 'ada 203.0.113.7'],
    ['passwordByAccount', 'ada'],
    ['passwordByIp', '203.0.113.7'],
  ]
  const refund = await guardPassword(attempts, 'ada', '::ffff:203.0.113.7')
  expect(calls).toEqual([['consume', counted]])
  await refund()
  expect(calls).toEqual([
    ['consume', counted],
    ['refund', counted],
  ])
})

test('a guess beyond the limit is not made', async () => {
  const consume = () => Promise.reject(new LimitExceededError(60))
  await expect(guardPassword({ consume, refund: async () => {} }, 'ada', '::1')).rejects.toMatchObject({ seconds: 60 })
})
