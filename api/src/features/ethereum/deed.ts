import type { EvmNetwork } from '@openauth/client'
import { transferOf } from '../../lib/ethereum/transfer-of.ts'
import type { UnsignedTransaction } from '../../lib/ethereum/transaction.ts'
import type { Deed } from '../policies/judge.ts'

/** What a transaction does, read from the transaction itself, as policies judge it. */
export const deedOf = (transaction: UnsignedTransaction, network: EvmNetwork, rpcUrl: string): Deed => {
  const transfer = transferOf(transaction)
  const place = { network, rpcUrl }
  if (!transfer) {
    const spends = transaction.value > 0n ? [{ token: null, amount: transaction.value, incidental: 0n }] : []
    const risks = { unknownPrograms: 'it calls a contract in a way that this server cannot read' }
    return { ...place, spends, counterparties: [transaction.to], mentions: [], risks }
  }
  const { to, amount, token } = transfer
  return {
    ...place,
    spends: amount > 0n ? [{ token: token ?? null, amount, incidental: 0n }] : [],
    counterparties: [to],
    mentions: token === undefined ? [] : [token],
    risks: {},
  }
}
