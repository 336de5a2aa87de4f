import { canonicalRef, englishPolicy, policyAmount, policyDigits, type TokenUnit } from '@openauth/client'
import { wellKnownTokens } from '../tokens/well-known.ts'

/** A token of a refusal: its reference, and its decimals where the transaction tells them. */
interface Told {
  ref: string
  decimals: number | undefined
}

/** A token that is vouched for has its own decimals, whatever a transaction states of it. */
const unitOf = ({ ref, decimals }: Told): TokenUnit => {
  const known = wellKnownTokens.get(canonicalRef(ref))
  return { decimals: known?.decimals ?? decimals, symbol: known?.symbol }
}

/** An amount as a refusal writes it: `1.5 SOL on Solana`, or smallest units where a token's decimals are not known. */
export const amountText = (token: Told, units: bigint | string): string =>
  policyAmount(token.ref, units.toString(), englishPolicy, unitOf(token))

/** A second amount of the same token, without its name. */
export const digitsText = (token: Told, units: bigint): string =>
  policyDigits(token.ref, units.toString(), unitOf(token))
