import type { VaraRpc } from '../../../../lib/vara/rpc.ts'
import type { MonitorNeeds, SignedRow } from '../../adapter.ts'
import { markSubmitted, settle } from '../../intent.ts'

const library = () => import('./library.ts')

/** Monitors one extrinsic: settles it by its status on the chain, and sends it again until then. */
export const monitorVara = async (deps: MonitorNeeds, rpc: VaraRpc, row: SignedRow): Promise<void> => {
  const { statusOf, broadcast } = await library()
  const { db } = deps
  const validity = { bornAt: Number(row.validFrom), validUntil: Number(row.validUntil) }
  const { signature: hash, fromAddress: from, nonce } = row
  const status = await statusOf(rpc, { hash, from, nonce: Number(nonce), ...validity })
  switch (status.state) {
    case 'confirmed':
      return settle(db, row.id, 'confirmed')
    case 'failed':
      return settle(db, row.id, 'failed', { error: `The chain refused it: ${status.reason}` })
    case 'replaced':
      return settle(db, row.id, 'failed', {
        error: 'Another transaction of this wallet took its place',
        neverHappened: true,
      })
    case 'expired':
      return settle(db, row.id, 'expired', { error: 'The chain did not include it in time' })
    case 'submitted': {
      const sent = await broadcast(rpc, row.signed, validity)
      if (sent.outcome === 'sent') await markSubmitted(db, row.id)
    }
  }
}
