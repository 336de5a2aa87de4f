import { expect, test } from 'vitest'
import { webhookWorld } from './webhooks.testing.ts'

// A twentieth of every limit: three tests in five minutes.
const world = webhookWorld({ OPENAUTH_RATE_LIMIT_SCALE: '0.05' })

test('an operator who has events tested again and again, also at once, makes no flood of requests to an address of choice', async () => {
  const key = await world.connect({ enabled: false })
  const tests = await Promise.allSettled(Array.from({ length: 20 }, () => world.admin.webhooks.test(key)))
  const refused = tests.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: string }] : []))
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 17 }, () => 'too_many_attempts'))
  expect(world.receiver.received).toHaveLength(3)
})
