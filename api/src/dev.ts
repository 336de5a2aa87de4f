import './memory.ts'
import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { Database } from './db.ts'
import { ensureApp } from './features/apps/ensure.ts'
import { run } from './serve.ts'

const DemoApp = z.object({ id: z.guid(), name: z.string(), settings: z.record(z.string(), z.unknown()) })

/** Interval of the search for new wallets, in milliseconds. */
const EVERY = 2_000
/** A row becomes visible when its transaction commits, possibly after newer rows. Milliseconds. */
const LOOK_BACK = 60_000
const TIMEOUT = 15_000

/** The faucet's names of the chains. */
const faucetNames = { solana: 'solana', ethereum: 'ethereum', polkadot: 'vara' } as const

interface Owner {
  addresses: Record<string, string>
  createdAt: Date
}

interface Funding {
  db: Database
  appId: string
  faucetUrl: string
}

const walletsSince = async ({ prisma }: Database, appId: string, since: Date): Promise<Map<string, Owner>> => {
  const rows = await prisma.wallet.findMany({
    where: { createdAt: { gte: since }, user: { appId, deletedAt: null } },
    select: { userId: true, chain: true, address: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  })
  const owners = new Map<string, Owner>()
  for (const { userId, chain, address, createdAt } of rows) {
    const addresses = { ...owners.get(userId)?.addresses, [faucetNames[chain]]: address }
    owners.set(userId, { addresses, createdAt })
  }
  return owners
}

const askFaucet = async (faucetUrl: string, addresses: Owner['addresses']): Promise<void> => {
  const response = await fetch(`${faucetUrl}/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(addresses),
    signal: AbortSignal.timeout(TIMEOUT),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

/**
 * Funds the wallets of the app's users from the faucet as they appear, including existing ones at first, since the
 * chains of `npm run dev` are new at each start. A failure is retried every two seconds, and reported once, but not after
 * the signal is aborted.
 */
const fundWallets = ({ db, appId, faucetUrl }: Funding, signal: AbortSignal): void => {
  const funded = new Set<string>()
  let since = new Date(0)
  let hasFailed = false
  const round = async () => {
    for (const [userId, { addresses, createdAt }] of await walletsSince(db, appId, since)) {
      if (funded.has(userId)) continue
      await askFaucet(faucetUrl, addresses)
      funded.add(userId)
      since = new Date(Math.max(since.getTime(), createdAt.getTime() - LOOK_BACK))
    }
  }
  const next = () => void setTimeout(turn, EVERY).unref()
  const turn = () => void round().catch(tell).finally(next)
  const tell = (error: unknown) => {
    if (!hasFailed && !signal.aborted) process.stderr.write(`New wallets get no test funds for now: ${String(error)}\n`)
    hasFailed = true
  }
  turn()
}

// Detects that the parent was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))

/**
 * The server for development: creates the app that the file of the first argument describes unless it exists, and funds
 * its users' wallets from the faucet of the second.
 */
run(async ({ db, keys }, signal) => {
  const [file, faucetUrl] = process.argv.slice(2)
  if (!file) return
  const app = DemoApp.parse(JSON.parse(await readFile(file, 'utf8')))
  await ensureApp(db, keys, app)
  if (faucetUrl) fundWallets({ db, appId: app.id, faucetUrl }, signal)
})
