import { readFile, writeFile } from 'node:fs/promises'
import type { Network } from '@openauth/client'
import type { Database } from '../../db.ts'
import type { AcceptChainOf } from './nodes.ts'

type Known = Record<string, string>

const readKnown = async (file: string): Promise<Known> => {
  const text = await readFile(file, 'utf8').catch(() => '{}')
  try {
    return JSON.parse(text) as Known
  } catch {
    return {}
  }
}

/**
 * Ends what was sent to a chain that is gone: what no block held never lands any more, and the new chain counts nonces from
 * zero.
 */
const endTransactions = (db: Database, network: Network, rpcUrl: string): Promise<void> =>
  db.transaction(async (tx) => {
    const sent = { network, rpcUrl, signed: { not: null } }
    const unsettled = { ...sent, settledAt: null }
    const settledAt = new Date()
    await tx.transaction.updateMany({ where: { ...unsettled, status: 'confirmed' }, data: { settledAt } })
    await tx.spend.deleteMany({ where: { transaction: unsettled } })
    await tx.transaction.updateMany({ where: unsettled, data: { status: 'expired', settledAt } })
    await tx.transaction.updateMany({ where: { ...sent, nonce: { not: null } }, data: { nonce: null } })
  })

/**
 * Development only: accepts whatever chain an endpoint is of, since those on loopback are new at each start. `file` keeps
 * which it was last; where it is another one now, the ledger's transactions on the former are ended.
 */
export const acceptRestartedChains = (db: Database, file: string): AcceptChainOf => {
  let last: Promise<unknown> = Promise.resolve()
  const accept: AcceptChainOf = async (network, url, genesisHash) => {
    const known = await readKnown(file)
    if (known[url] === genesisHash) return
    await endTransactions(db, network, url)
    await writeFile(file, JSON.stringify({ ...known, [url]: genesisHash }), { mode: 0o600 })
  }
  return (...chain) => {
    const mine = last.then(() => accept(...chain))
    last = mine.catch(() => {})
    return mine
  }
}
