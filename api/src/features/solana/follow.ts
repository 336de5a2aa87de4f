import { broadcast } from '../../lib/solana/broadcast.ts'
import { findLanded } from '../../lib/solana/find-landed.ts'
import { parseTransaction } from '../../lib/solana/parse.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { statusOf } from '../../lib/solana/status.ts'
import type { Follow, SignedRow } from '../ledger/follow.ts'
import { markSubmitted, settle } from '../ledger/intent.ts'

/** Heights are below 2^53: a transaction that never expires is never beyond its last one. */
const NEVER = Number.MAX_SAFE_INTEGER

/** Whether the payer's signature, by which the chain will know it, was missing when this wallet signed. */
const isNameless = ({ signed }: SignedRow): boolean =>
  parseTransaction(signed).signatures[0]!.every((byte) => byte === 0)

const EXPIRED = 'The chain did not take it in time'

/** What others complete is found by this wallet's signature within it. */
const followNameless: Follow<SolanaRpc> = async ({ db }, rpc, row) => {
  const { signature, fromAddress: address, createdAt } = row
  const landed = await findLanded(rpc, { address, signature, since: createdAt.getTime() })
  if (landed) {
    const found = { signature: landed.id }
    return landed.failed
      ? settle(db, row.id, 'failed', { ...found, error: 'It failed on chain' })
      : settle(db, row.id, 'confirmed', found)
  }
  // The same question as for the others, of an id that nobody has: whether the time is over.
  const { state } = await statusOf(rpc, signature, Number(row.validUntil ?? NEVER))
  if (state === 'expired') return settle(db, row.id, 'expired', { error: EXPIRED })
}

export const followSolana: Follow<SolanaRpc> = async (deps, rpc, row) => {
  if (isNameless(row)) return followNameless(deps, rpc, row)
  const { db } = deps
  const status = await statusOf(rpc, row.signature, Number(row.validUntil ?? NEVER))
  if (status.state === 'confirmed') return settle(db, row.id, 'confirmed')
  if (status.state === 'failed') return settle(db, row.id, 'failed', { error: status.reason.message })
  if (status.state === 'expired') return settle(db, row.id, 'expired', { error: EXPIRED })
  if (!row.broadcast) return
  await broadcast(rpc, Buffer.from(row.signed).toString('base64'))
  await markSubmitted(db, row.id)
}
