import { CustodyError } from '../errors.ts'
import type { StoredWallet, WalletSigner } from '../wallets/wallet-signer.ts'

/** Milliseconds. */
const HOUR = 3_600_000

/** Exports of one account per hour. */
export const EXPORTS_PER_ACCOUNT = 5

/** Times of the exports by account of an app, oldest first. */
type Shown = Map<string, number[]>

const limited = (message: string, waitMs: number) =>
  new CustodyError('exports_limited', `${message}. Try again later.`, {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })

/** Drops entries older than an hour. */
const prune = (shown: Shown, now: number): void => {
  for (const [account, times] of shown) {
    const recent = times.filter((at) => now - at < HOUR)
    if (recent.length > 0) shown.set(account, recent)
    else shown.delete(account)
  }
}

const takeOne = (shown: Shown, account: string, accountsPerApp: number, now: number): void => {
  const own = shown.get(account) ?? []
  if (own.length >= EXPORTS_PER_ACCOUNT)
    throw limited(
      `The signer exports the keys of one account at most ${EXPORTS_PER_ACCOUNT} times an hour`,
      own[0]! + HOUR - now,
    )
  if (own.length === 0 && shown.size >= accountsPerApp) {
    const oldest = Math.min(now, ...[...shown.values()].map((times) => times.at(-1)!))
    const setting = 'OPENAUTH_SIGNER_EXPORTS_PER_HOUR'
    throw limited(
      `The signer exports the keys of at most ${accountsPerApp} accounts of an app per hour (${setting})`,
      oldest + HOUR - now,
    )
  }
  shown.set(account, [...own, now])
}

/**
 * Limits what an attacker who controls the server can export within an hour: the keys of `accountsPerApp` accounts per
 * app, and those of one account a few times, so that one account does not use up the limit of others. All calls whose
 * name ends in Export count, whether they succeed or not. They throw exports_limited with the time until a retry.
 * `clock` returns milliseconds.
 */
export const capExports = (
  wallets: WalletSigner,
  accountsPerApp: number,
  clock: () => number = () => performance.now(),
): WalletSigner => {
  const byApp = new Map<string, Shown>()
  const take = ({ owner: { appId, userId } }: StoredWallet) => {
    const now = clock()
    for (const [app, shown] of byApp) {
      prune(shown, now)
      if (shown.size === 0) byApp.delete(app)
    }
    const shown = byApp.get(appId) ?? new Map<string, number[]>()
    takeOne(shown, userId, accountsPerApp, now)
    byApp.set(appId, shown)
  }
  const capped = Object.entries(wallets)
    .filter(([name]) => name.endsWith('Export'))
    .map(([name, show]: [string, (wallet: StoredWallet) => Promise<unknown>]) => [
      name,
      async (wallet: StoredWallet) => {
        take(wallet)
        return show(wallet)
      },
    ])
  return { ...wallets, ...(Object.fromEntries(capped) as Partial<WalletSigner>) }
}
