import { CustodyError } from '../lib/custody/errors.ts'
import type { WalletSigner } from '../lib/custody/wallet-signer.ts'

const HOUR = 3_600_000

const limited = (perHour: number) =>
  new CustodyError(
    'exports_limited',
    `The signer shows at most ${perHour} private keys an hour (OPENAUTH_SIGNER_EXPORTS_PER_HOUR). Try again later.`,
  )

/**
 * Shows at most so many private keys within any hour: whoever takes the server over cannot take all keys along at once.
 * All calls count whose name ends in Export, and whatever was asked for, whether it opened or not. They throw
 * exports_limited.
 */
export const capExports = (wallets: WalletSigner, perHour: number): WalletSigner => {
  let shown: number[] = []
  const take = () => {
    const now = performance.now()
    shown = shown.filter((at) => now - at < HOUR)
    if (shown.length >= perHour) throw limited(perHour)
    shown.push(now)
  }
  const capped = Object.entries(wallets)
    .filter(([name]) => name.endsWith('Export'))
    .map(([name, show]: [string, (...args: never[]) => Promise<unknown>]) => [
      name,
      async (...args: never[]) => {
        take()
        return show(...args)
      },
    ])
  return { ...wallets, ...(Object.fromEntries(capped) as Partial<WalletSigner>) }
}
