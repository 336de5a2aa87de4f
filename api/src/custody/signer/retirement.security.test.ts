import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectCustody } from './connect.ts'
import { rawConnection, type Signer, startTestSigner } from './signer.testing.ts'

let signer: Signer
let custody: ReturnType<typeof connectCustody>
let raw: Awaited<ReturnType<typeof rawConnection>>
beforeEach(async () => {
  signer = await startTestSigner()
  custody = connectCustody(signer.path)
  raw = await rawConnection(signer.path)
  await custody.addKey()
  await custody.makeCurrent('local:2')
})
afterEach(async () => {
  vi.useRealTimers()
  raw.socket.destroy()
  await custody.close()
  await signer.stop()
})

test('a server that dies between locking the keyring and the query of its database leaves key and keyring unchanged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { answer: retirement } = await raw.ask({ id: 1, call: 'beginRetirement', args: ['local:1'] })
  await expect(custody.addKey()).rejects.toMatchObject({ code: 'keyring_locked' })
  await vi.advanceTimersByTimeAsync(30_000)
  vi.useRealTimers()
  await expect.poll(() => custody.addKey().catch(({ code }: { code: string }) => code)).toBe('local:3')
  expect((await custody.status()).ids).toContain('local:1')
  // Its decision arrives too late.
  expect(await raw.ask({ id: 2, call: 'endRetirement', args: [retirement, true] })).toMatchObject({
    error: { code: 'request_refused' },
  })
  expect((await custody.status()).ids).toContain('local:1')
})

test('a retirement that was not begun, or has ended, cannot be ended', async () => {
  const refused = { error: expect.objectContaining({ code: 'request_refused' }) }
  expect(await raw.ask({ id: 1, call: 'endRetirement', args: ['x', true] })).toMatchObject(refused)
  const { answer: retirement } = await raw.ask({ id: 2, call: 'beginRetirement', args: ['local:1'] })
  expect(await raw.ask({ id: 3, call: 'endRetirement', args: [retirement, true] })).toEqual({ id: 3 })
  expect(await raw.ask({ id: 4, call: 'endRetirement', args: [retirement, true] })).toMatchObject(refused)
  expect((await custody.status()).ids).toEqual(['local:2'])
})
