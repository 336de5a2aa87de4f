import type { Custody } from '../custody.ts'
import { type CallName, type CustodyCalls, custodyCalls, walletCalls } from './calls.ts'
import { createConnection } from './connection.ts'

/** Time limit of a response, for calls without and with several calls to a key backend. Milliseconds. */
const PATIENCE = 10_000
const LONG_PATIENCE = 45_000
const long = new Set<CallName>([
  'reload',
  'rewrap',
  'addKey',
  'makeCurrent',
  'status',
  'beginRetirement',
  'sealNewSeeds',
])

/**
 * Custody behind a signer's socket; this process holds no KEK. A request is sent once: if its response is lost, it
 * fails with signer_unavailable and is not retried. Requests wait a few seconds for a signer that is starting.
 */
export const connectCustody = (path: string): Custody => {
  const connection = createConnection(path)
  const call = (name: CallName, args: unknown[]) =>
    connection.ask(name, args, long.has(name) ? LONG_PATIENCE : PATIENCE)
  const proxies = (
    names: string[],
    prefix: '' | 'wallets.',
  ): Record<string, (...args: unknown[]) => Promise<unknown>> =>
    Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(`${prefix}${name}` as CallName, args)]))

  return {
    ...(proxies(Object.keys(custodyCalls), '') as unknown as CustodyCalls),
    wallets: proxies(Object.keys(walletCalls), 'wallets.') as unknown as Custody['wallets'],
    retire: async (kekId, isUnused) => {
      const retirement = await call('beginRetirement', [kekId])
      const end = (answer: boolean) => call('endRetirement', [retirement, answer])
      const answer = await isUnused().catch(async (error: unknown) => {
        await end(false).catch(() => {})
        throw error
      })
      await end(answer)
    },
    close: async () => connection.close(),
  }
}
