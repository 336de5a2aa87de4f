import type { SentTransaction, TransactionStatus } from '../../lib/ethereum/status.ts'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import { giveUp } from '../ledger/after-signing.ts'
import type { Follow, FollowDeps, SignedRow } from '../ledger/follow.ts'
import { markSubmitted, observe, settle } from '../ledger/intent.ts'
import { unblock } from './unblock.ts'

const library = () => import('./library.ts')

const sentOf = (row: SignedRow, hash: string): SentTransaction => ({
  hash,
  nonce: Number(row.nonce),
  from: row.fromAddress,
  ...(row.token !== null && row.toAddress !== null ? { transfer: { token: row.token, to: row.toAddress } } : {}),
})

/** Of a transaction that was given a higher fee each version may be the one that lands: a former one is asked for last. */
const statusOfAny = async (rpc: EvmRpc, row: SignedRow): Promise<TransactionStatus & { hash: string }> => {
  const { statusOf } = await library()
  const latest = await statusOf(rpc, sentOf(row, row.signature))
  if (latest.state !== 'replaced') return { ...latest, hash: row.signature }
  for (const hash of row.formerSignatures) {
    const former = await statusOf(rpc, sentOf(row, hash))
    if (former.state === 'confirmed' || former.state === 'failed') return { ...former, hash }
  }
  return { ...latest, hash: row.signature }
}

const failures = {
  reverted: 'The contract refused it on chain',
  not_moved: 'The token moved nothing, although its contract did not refuse',
} as const

const TAKEN = 'Another transaction of this wallet took its place'

/** Sends the same bytes again; false where the wallet cannot pay any more, so that it is given up. */
const sendAgain = async (deps: FollowDeps, rpc: EvmRpc, row: SignedRow): Promise<boolean> => {
  const { broadcast } = await library()
  const sent = await broadcast(rpc, row.signed)
  if (sent.outcome === 'sent') await markSubmitted(deps.db, row.id)
  const isHopeless = sent.outcome === 'refused' && sent.reason === 'insufficient_balance'
  if (isHopeless) await giveUp(deps, row.id, sent.message)
  return !isHopeless
}

/** Notes what the chain says: for good once enough blocks stand on it, and until then as it is now. */
export const followEthereum: Follow<EvmRpc> = async (deps, rpc, row) => {
  const { db } = deps
  const status = await statusOfAny(rpc, row)
  const { hash: signature } = status
  switch (status.state) {
    case 'confirmed':
      return (status.final ? settle : observe)(db, row.id, 'confirmed', { signature })
    case 'failed':
      return (status.final ? settle : observe)(db, row.id, 'failed', { signature, error: failures[status.reason] })
    case 'replaced':
      if (status.final) await giveUp(deps, row.id, TAKEN)
      return
    case 'dropped':
    case 'submitted':
      // A block that held it was undone.
      if (row.status === 'confirmed' || row.status === 'failed') await observe(db, row.id, 'submitted')
      if (status.state === 'dropped' && !(await sendAgain(deps, rpc, row))) return
      return unblock(deps, rpc, row)
  }
}
