import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { StoredWallet, WalletSigner } from '../wallets/wallet-signer.ts'
import { capExports, EXPORTS_PER_ACCOUNT } from './exports-cap.ts'

const HOUR = 3_600_000

/** A signer with stubbed exports behind the limit, with a clock that the test sets. */
const capped = (accountsPerApp: number) => {
  const clock = { now: 0 }
  const shows = { solanaExport: async ({ owner }) => `key of ${owner.userId}` } as Partial<WalletSigner> as WalletSigner
  const { solanaExport } = capExports(shows, accountsPerApp, () => clock.now)
  const show = (appId: string, userId: string) => solanaExport({ owner: { appId, userId } } as StoredWallet)
  return { clock, show }
}

const exhaust = async (show: () => Promise<unknown>) => {
  for (let turn = 0; turn < EXPORTS_PER_ACCOUNT; turn += 1) await show()
}

describe('S13: the limit on exports', () => {
  test('of one account does not affect other accounts, and is reported with the exact wait', async () => {
    const { clock, show } = capped(10)
    await show('app', 'thief')
    clock.now = 60_000
    for (let turn = 1; turn < EXPORTS_PER_ACCOUNT; turn += 1) await show('app', 'thief')
    clock.now = 120_000
    const refusal = { code: 'exports_limited', retryAfter: HOUR / 1000 - 120 }
    await expect(show('app', 'thief')).rejects.toMatchObject(refusal)
    expect(await show('app', 'owner')).toBe('key of owner')
    clock.now += refusal.retryAfter * 1000 - 1
    await expect(show('app', 'thief')).rejects.toMatchObject({ retryAfter: 1 })
    clock.now += 1
    expect(await show('app', 'thief')).toBe('key of thief')
  })

  test('of an app counts accounts, not repeated exports, and not those of other apps', async () => {
    const { clock, show } = capped(3)
    const [first, ...others] = [randomUUID(), randomUUID(), randomUUID()]
    await exhaust(() => show('app', first))
    clock.now = 30_000
    for (const account of others) await show('app', account)
    await expect(show('app', 'fourth')).rejects.toMatchObject({ code: 'exports_limited', retryAfter: HOUR / 1000 - 30 })
    expect(await show('app', others[0])).toContain('key of')
    expect(await show('other app', 'fourth')).toBe('key of fourth')
    clock.now = HOUR
    expect(await show('app', 'fourth')).toBe('key of fourth')
  })

  test('of zero allows no export', async () => {
    await expect(capped(0).show('app', 'owner')).rejects.toMatchObject({ retryAfter: HOUR / 1000 })
  })

  test('leaves other calls alone, and counts an export that fails', async () => {
    const calls = {
      solanaExport: () => Promise.reject(new Error('failed')),
      signSolana: async () => 'signed',
    } as Partial<WalletSigner> as WalletSigner
    const wallet = { owner: { appId: 'app', userId: 'owner' } } as StoredWallet
    const cappedCalls = capExports(calls, 1) as unknown as Record<string, (wallet: StoredWallet) => Promise<unknown>>
    for (let turn = 0; turn < EXPORTS_PER_ACCOUNT; turn += 1)
      await expect(cappedCalls['solanaExport']!(wallet)).rejects.toThrow('failed')
    await expect(cappedCalls['solanaExport']!(wallet)).rejects.toMatchObject({ code: 'exports_limited' })
    for (let turn = 0; turn < 20; turn += 1) expect(await cappedCalls['signSolana']!(wallet)).toBe('signed')
  })
})
