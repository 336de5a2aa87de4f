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
 * Settles the transactions of a chain that no longer exists, and frees their nonces, because the new chain starts at nonce
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
 * Development only: accepts any chain of an endpoint, because chains on loopback are new at each start. `file` stores the
 * last chain of each endpoint; if it changes, the ledger's transactions on the former chain are settled.
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
    const result = last.then(() => accept(...chain))
    last = result.catch(() => {})
    return result
  }
}
