import type { TransactionModel, Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { withSignedNotice } from '../ledger/after-signing.ts'
import { markSubmitted } from '../ledger/intent.ts'

/** Ends the work under the lock, with all that it noted: the same transaction was signed before. */
export class AlreadySigned extends Error {
  readonly row: TransactionModel
  readonly signed: Uint8Array<ArrayBuffer>

  constructor(row: TransactionModel, signed: Uint8Array<ArrayBuffer>) {
    super('This transaction was signed before')
    this.row = row
    this.signed = signed
  }
}

/** The same message has the same signature, and lands once: it stays one row. Throws AlreadySigned. */
export const requireNewSignature = async (
  tx: Tx,
  { userId }: WalletOwner,
  signature: string,
  signed: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  const row = await tx.transaction.findFirst({ where: { network: 'solana', signature, userId } })
  if (row) throw new AlreadySigned(row, signed)
}

/** Sends it from the row that it has. Others may have signed since: what is there now is what is sent, and sent again. */
export const sendSigned = async ({ db }: Deps, rpc: SolanaRpc, { row, signed }: AlreadySigned): Promise<void> => {
  if (row.settledAt) return
  await db.prisma.transaction.updateMany({ where: { id: row.id, settledAt: null }, data: { signed, broadcast: true } })
  await withSignedNotice(broadcast(rpc, Buffer.from(signed).toString('base64')))
  await markSubmitted(db, row.id)
}
