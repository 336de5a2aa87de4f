import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { KeyEncryptionKey } from '../key-service.ts'

const AAD = Buffer.from('aad of the key')
const lasting = ['throttle', 'error', 'reset', 'html', 'broken', 'hang', 'stall', 'huge'] as const

/** A key service on loopback that fails as it is told. */
interface FailingService {
  faults: { set: (fault: { kind: (typeof lasting)[number]; times?: number }) => void }
  requests: () => unknown[]
  clearRequests: () => void
}

/**
 * What a KEK of a service does while the service fails: `name` is in its errors, `passing` are the failures after which it tries again. `open`
 * opens one with a timeout in milliseconds, or the usual one.
 */
export const testOutages = (
  { name, passing }: { name: string; passing: (typeof lasting)[number][] },
  service: () => FailingService,
  open: (timeoutMs?: number) => Promise<KeyEncryptionKey>,
): void => {
  test.each(passing)('a transient failure (%s) is retried', async (kind) => {
    const kek = await open()
    service().clearRequests()
    service().faults.set({ kind, times: 2 })
    expect(await kek.wrap(randomBytes(32), AAD)).toBeDefined()
    expect(service().requests()).toHaveLength(3)
  })

  test.each(lasting)('a lasting failure (%s) is reported after at most three tries', async (kind) => {
    const kek = await open(1500)
    const wrapped = await kek.wrap(randomBytes(32), AAD)
    service().clearRequests()
    service().faults.set({ kind })
    const calls = await Promise.allSettled([kek.wrap(randomBytes(32), AAD), kek.unwrap(wrapped, AAD)])
    const message: unknown = expect.stringContaining(name)
    const reason = { name: 'CustodyError', code: 'backend_unavailable', message }
    expect(calls).toMatchObject([{ reason }, { reason }])
    expect(service().requests().length).toBeLessThanOrEqual(6)
  })
}
