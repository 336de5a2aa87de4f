import type { EvmNetwork } from '@openauth/client'
import type { BuiltTransfer } from '../../../../lib/ethereum/build.ts'
import { transferOf } from '../../../../lib/ethereum/transfer-of.ts'
import { type TransactionImpact, withFee } from '../../../policy-engine/enforce-policy.ts'

/** The impact of a transaction for policies, decoded from its data, with its maximum fee. Decimals are those of what it pays. */
export const impactOf = (
  { transaction, maxFee, decimals }: Pick<BuiltTransfer, 'transaction' | 'maxFee'> & Partial<BuiltTransfer>,
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
  const spending = { token: token ?? null, amount, incidental: 0n, fee: 0n, decimals }
  return {
    ...place,
    spends: withFee(amount > 0n ? [spending] : [], maxFee),
    counterparties: [to],
    mentions: token === undefined ? [] : [token],
    risks: {},
  }
}
