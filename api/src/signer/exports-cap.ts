import { CustodyError } from '../lib/custody/errors.ts'
import type { StoredWallet, WalletSigner } from '../lib/custody/wallet-signer.ts'

/** Milliseconds. */
const HOUR = 3_600_000

/** How often the keys of one account are shown in any hour. */
export const EXPORTS_PER_ACCOUNT = 5

/** When the keys of each account of an app were shown, oldest first. */
type Shown = Map<string, number[]>

const limited = (message: string, waitMs: number) =>
  new CustodyError('exports_limited', `${message}. Try again later.`, {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  })

/** Drops what is older than an hour. */
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
      `The signer shows the keys of one account ${EXPORTS_PER_ACCOUNT} times an hour at most`,
      own[0]! + HOUR - now,
    )
  if (own.length === 0 && shown.size >= accountsPerApp) {
    const oldest = Math.min(now, ...[...shown.values()].map((times) => times.at(-1)!))
    const setting = 'OPENAUTH_SIGNER_EXPORTS_PER_HOUR'
    throw limited(
      `The signer shows the keys of ${accountsPerApp} accounts of an app an hour at most (${setting})`,
      oldest + HOUR - now,
    )
  }
  shown.set(account, [...own, now])
}

/**
 * Bounds what whoever takes the server over can have shown within any hour: the keys of `accountsPerApp` accounts of an
 * app, and those of one account a few times, so that one account uses up nobody else's. All calls count whose name ends in
 * Export, and whatever was asked for, whether it opened or not. They throw exports_limited, which says when another try
 * makes sense. `clock` gives milliseconds.
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
