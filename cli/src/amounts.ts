import type { Transaction } from '@openauth/client'
import { areDecimals, decimalAmount, networkFacts, sendAmountOf } from '@openauth/client/light'
import type { Column, Row } from './view.ts'

/** What follows an amount in smallest units of a token whose decimals are not known. */
const RAW = 'raw units'

/** The first and last characters of an address; `--json` prints all of it. */
const short = (address: string): string =>
  address.length > 12 ? `${address.slice(0, 4)}…${address.slice(-4)}` : address

/** The amount of a send: `1.5 SOL`, `2.5 USDC`, `2.5 EPjF…Dt1v`, `2500000 raw units of EPjF…Dt1v`. */
export const sentText = (row: Row): unknown => {
  const send = row as unknown as Transaction
  // A newer server may have networks of which this version knows nothing.
  if (!Object.hasOwn(networkFacts, send.network)) return send.amount
  const shown = sendAmountOf(send)
  if (!shown) return undefined
  const name = shown.symbol ?? short(send.token ?? '')
  return shown.isRaw ? `${shown.amount} ${RAW} of ${name}` : `${shown.amount} ${name}`
}

interface Metadata {
  symbol: string | null
  isKnown: boolean
}

/** The symbol of the chain's own token, or of a token that the app or the server vouches for. */
const symbolOf = ({ symbol, metadata }: Row): unknown => {
  const named = metadata as Metadata | undefined
  return symbol ?? (named?.isKnown ? named.symbol : undefined)
}

const counted =
  (field: 'amount' | 'change') =>
  (row: Row): unknown => {
    const { [field]: units, decimals } = row
    if (typeof units !== 'string') return undefined
    const amount = areDecimals(decimals as number) ? decimalAmount(units, decimals as number) : `${units} ${RAW}`
    return [amount, symbolOf(row)].filter(Boolean).join(' ')
  }

/** The amount of a send. */
export const sentAmount: Column = { header: 'amount', value: sentText }
/** The amount of a balance. */
export const heldAmount: Column = { header: 'amount', value: counted('amount') }
/** What an entry of a wallet's history adds to the balance, or takes from it. */
export const change: Column = { header: 'change', value: counted('change') }
