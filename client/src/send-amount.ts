import { areDecimals, decimalAmount } from './contract/decimal-amount.ts'
import { LONGEST_SYMBOL } from './contract/facts/known-tokens.ts'
import { normalizeText, visibleForm } from './contract/facts/text.ts'
import { networkFacts } from './contract/networks.ts'
import type { Transaction } from './contract/transactions.ts'

export interface SendAmount {
  /** As people write it, `1.5`; the smallest units if `isRaw`. */
  amount: string
  /** The decimals of the token are not known, so that the amount can only be told in smallest units. */
  isRaw: boolean
  /** Null for a token that nobody vouches for, or not by a name that can be shown: its address tells which one it is. */
  symbol: string | null
}

/** A symbol that a server would refuse to store is ignored: it may be long, invisible or reverse the direction of text. */
const shownSymbol = (symbol: string | null | undefined): string | null => {
  if (!symbol || symbol.length > LONGEST_SYMBOL || normalizeText(symbol) !== symbol) return null
  return visibleForm.test(symbol) ? symbol : null
}

type Sent = Pick<Transaction, 'network' | 'token' | 'amount' | 'decimals' | 'tokenSymbol'>

/**
 * The amount of a send as people write it. The decimals of a chain's own token are those of its network, so that an answer of a
 * server that does not tell them is read too. Undefined for a transaction without an amount.
 */
export const sendAmountOf = ({ network, token, amount, decimals, tokenSymbol }: Sent): SendAmount | undefined => {
  if (amount === null) return undefined
  const own = token === null ? networkFacts[network] : undefined
  const { symbol, digits } = own
    ? { symbol: own.symbol, digits: own.decimals }
    : { symbol: shownSymbol(tokenSymbol), digits: decimals }
  if (!areDecimals(digits)) return { amount, isRaw: true, symbol }
  return { amount: decimalAmount(amount, digits), isRaw: false, symbol }
}
