import type { TransactionModel, Tx } from '../../../../db.ts'
import type { Platform } from '../../../../resources.ts'
import type { WalletOwner } from '../../../../custody/index.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { withBroadcastErrors } from '../../errors.ts'
import { submit } from '../../submit.ts'
import { submitSigned } from './sign-unsigned.ts'

/** Thrown to roll back the transaction under the wallet's lock if the same transaction was signed before. */
export class AlreadySigned extends Error {
  readonly row: TransactionModel
  readonly signed: Uint8Array<ArrayBuffer>

  constructor(row: TransactionModel, signed: Uint8Array<ArrayBuffer>) {
    super('This transaction was already signed')
    this.row = row
    this.signed = signed
  }
}

/** Requires a signature that no row has: the same message has the same signature and is included once. Throws AlreadySigned. */
export const requireNewSignature = async (
  tx: Tx,
  { userId }: WalletOwner,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  const row = await tx.transaction.findFirst({ where: { network: 'solana', signature, userId } })
  if (row) throw new AlreadySigned(row, signed)
}

/** Sends a transaction that has a row already. Stores the new bytes first, which may have further signatures. */
export const sendSigned = async (
  deps: Pick<Platform, 'db'>,
  rpc: SolanaRpc,
  { row, signed }: AlreadySigned,
): Promise<void> => {
  if (row.settledAt) return
  const where = { id: row.id, settledAt: null }
  await deps.db.prisma.transaction.updateMany({ where, data: { signed, broadcast: true } })
  await submit(deps, row.id, withBroadcastErrors(submitSigned(rpc, signed)))
}
