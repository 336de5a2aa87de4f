import { type Network, networkFacts } from '@openauth/client'
import type { TransactionModel, Tx } from '../../db.ts'
import { type AppToken, readVouchedSymbols } from '../tokens/vouched-symbols.ts'

type Row = Pick<TransactionModel, 'appId' | 'network' | 'token' | 'amount' | 'decimals'>

/** Digits of a send's amount after the decimal point; null without an amount, and for a token whose decimals are not recorded. */
export const decimalsOf = ({ network, token, amount, decimals }: Omit<Row, 'appId'>): number | null => {
  if (amount === null) return null
  return token === null ? networkFacts[network as Network].decimals : decimals
}

const tokenOf = ({ appId, network, token }: Row): AppToken[] =>
  token === null ? [] : [{ appId, network: network as Network, token }]

/** Rows of the ledger as lists show them, with the decimals and the vouched symbol of what they send. */
export const presentSends = async <R extends Row>(tx: Pick<Tx, 'knownToken'>, rows: readonly R[]) => {
  const symbolOf = await readVouchedSymbols(tx, rows.flatMap(tokenOf))
  return rows.map((row) => ({
    ...row,
    network: row.network as Network,
    decimals: decimalsOf(row),
    tokenSymbol: tokenOf(row).map(symbolOf)[0] ?? null,
  }))
}
