import type { SignedRow, MonitorNeeds } from '../../adapter.ts'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import { withWalletLock } from '../../sign.ts'
import { withChainErrors } from '../../errors.ts'
import { storedWallet } from '../../stored-wallet.ts'
import { loadLibrary } from './load-library.ts'

/**
 * Cancels a transaction that a node refused by a payment of 0 with its nonce, so that later transactions can proceed and
 * the signed one cannot be included. If it was included anyway, the monitor settles it. Its limits, nonce and idempotency
 * key stay in use until one of the two is final. Does nothing if the fees cannot be read: the monitor tries again.
 */
export const cancelTransaction = async (deps: MonitorNeeds, rpc: EvmRpc, id: string, why: string): Promise<void> => {
  const { readSigned, suggestFees, replacementFees, broadcast, signVersion, selfPayment } = await loadLibrary()
  const current = await suggestFees(rpc).catch(() => undefined)
  if (!current) return
  const row = await deps.db.prisma.transaction.findUnique({ where: { id } })
  if (!isLive(row) || row.cancelled) return
  const former = readSigned(row.signed)
  const fees = replacementFees(rpc, former.fees, current)
  const wallet = await storedWallet(deps, { appId: row.appId, userId: row.userId! }, 'ethereum')
  const transaction = selfPayment(wallet.address, { ...former, fees })
  const signed = await withWalletLock(deps, wallet, (tx) =>
    signVersion(deps, tx, { wallet, row, transaction, cancelled: why }),
  )
  if (signed) await withChainErrors(broadcast(rpc, signed))
}

const isLive = (row: { signed: unknown; signature: unknown; settledAt: unknown } | null): row is SignedRow =>
  row !== null && row.signed !== null && row.signature !== null && row.settledAt === null
