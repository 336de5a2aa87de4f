import type { EvmNetwork } from '@openauth/client'
import type { BuiltTransfer } from '../../lib/ethereum/build.ts'
import { transferOf } from '../../lib/ethereum/transfer-of.ts'
import { type TransactionImpact, withFee } from '../policies/enforce-policy.ts'

/** The impact of a transaction for policies, decoded from its data, with its maximum fee. */
export const impactOf = (
  { transaction, maxFee }: Pick<BuiltTransfer, 'transaction' | 'maxFee'>,
  network: EvmNetwork,
  rpcUrl: string,
): TransactionImpact => {
  const transfer = transferOf(transaction)
  const place = { network, rpcUrl }
  if (!transfer) {
    const value = { token: null, amount: transaction.value, incidental: 0n, fee: 0n }
    const spends = withFee(transaction.value > 0n ? [value] : [], maxFee)
    const risks = { unknownPrograms: 'it calls a contract in a way that this server cannot decode' }
    return { ...place, spends, counterparties: [transaction.to], mentions: [], risks }
  }
  const { to, amount, token } = transfer
  return {
    ...place,
    spends: withFee(amount > 0n ? [{ token: token ?? null, amount, incidental: 0n, fee: 0n }] : [], maxFee),
    counterparties: [to],
    mentions: token === undefined ? [] : [token],
    risks: {},
  }
}
