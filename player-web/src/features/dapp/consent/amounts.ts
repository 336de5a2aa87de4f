import type { SolanaAction, SolanaPreview } from '@openauth/client'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'

/** One balance that a transaction changes. */
export interface Change {
  key: string
  /** Without its sign: `1.5`. */
  amount: string
  /** `SOL`, or the mint's address, shortened. */
  token: string
  /** Whether the amount is in the token's smallest units, since nobody told its decimals. */
  isRaw: boolean
  /** Whether it is in an account that may be somebody else's when the transaction lands. */
  isLoose: boolean
  leaves: boolean
}

const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units)

/** What leaves the wallet and what comes to it in the simulation; SOL with the fee that it pays. */
export const changesOf = ({ lamports, tokens }: Pick<SolanaPreview, 'lamports' | 'tokens'>): Change[] => {
  const sol = { key: 'SOL', mint: undefined, change: lamports, decimals: 9, associated: true }
  const all = [sol, ...tokens.map((token) => ({ ...token, key: token.account }))]
  return all.flatMap(({ key, mint, change, decimals, associated }) => {
    const units = BigInt(change)
    if (units === 0n) return []
    const amount = formatAmount(sizeOf(units), decimals ?? 0)
    const token = mint === undefined ? 'SOL' : shortenAddress(mint)
    return [{ key, amount, token, isRaw: decimals === null, isLoose: !associated, leaves: units < 0n }]
  })
}

/** An action's amount and token as people read them; undefined where the action names none. */
export const amountOf = ({ amount, decimals, token, kind }: SolanaAction): string | undefined => {
  if (amount === null) return undefined
  const isSol = kind === 'sol_transfer' || kind === 'account_creation'
  const unit = isSol ? 'SOL' : token === null ? '' : shortenAddress(token)
  return `${formatAmount(BigInt(amount), decimals ?? 0)} ${unit}`.trim()
}
