import { type Balance, type FiatValue, type HistoryEntry, type Network, NATIVE } from '@openauth/client'
import type { NamedToken, ReadClaims } from '../tokens/token-names.ts'
import type { WalletNeeds } from './needs.ts'

const addressOf = ({ token }: Balance): string => token ?? NATIVE

/** A number in decimal digits without an exponent: prices of small tokens have many zeros. */
const plain = (price: number): string =>
  price >= 1e-6 && price < 1e21 ? String(price) : price.toFixed(price < 1 ? 18 : 0)

/** The fiat value of an amount with two decimals. A float is precise enough for display. */
const fiatOf = ({ amount, decimals }: Balance, price: number, currency: string): FiatValue => ({
  currency,
  price: plain(price),
  value: ((Number(amount) / 10 ** decimals) * price).toFixed(2),
})

/** A token's metadata. The chain's own token has metadata only if the app lists it with an icon. */
const metadataOf = ({ token }: Balance, named: NamedToken | undefined) =>
  named && (token !== null || named.metadata.iconUrl !== null) ? { metadata: named.metadata } : {}

/**
 * Adds known names and fiat values to balances. Only verified tokens have a value, because anyone can create a token and a
 * price for it.
 */
export const describeBalances = async (
  { tokenNames, prices }: Pick<WalletNeeds, 'tokenNames' | 'prices'>,
  { appId, network }: { appId: string; network: Network },
  balances: Balance[],
  readClaims: ReadClaims,
): Promise<Balance[]> => {
  const names = await tokenNames.name(appId, network, balances.map(addressOf), readClaims)
  const { currency } = prices
  const ids = [...names.values()].flatMap(({ priceId }) => priceId ?? [])
  const found = currency === undefined || ids.length === 0 ? undefined : await prices.read(ids)
  return balances.map((balance) => {
    const named = names.get(addressOf(balance))
    const price = found?.get(named?.priceId ?? '')
    const fiat = price === undefined ? {} : { fiat: fiatOf(balance, price, currency!) }
    return { ...balance, ...metadataOf(balance, named), ...fiat }
  })
}

/** Adds known names to entries of a history. */
export const describeHistory = async (
  { tokenNames }: Pick<WalletNeeds, 'tokenNames'>,
  { appId, network }: { appId: string; network: Network },
  entries: HistoryEntry[],
  readClaims: ReadClaims,
): Promise<HistoryEntry[]> => {
  const tokens = new Set(entries.flatMap(({ token }) => token ?? []))
  if (tokens.size === 0) return entries
  const names = await tokenNames.name(appId, network, [...tokens], readClaims)
  return entries.map((entry) => {
    const named = names.get(entry.token ?? '')
    return named ? { ...entry, metadata: named.metadata } : entry
  })
}
