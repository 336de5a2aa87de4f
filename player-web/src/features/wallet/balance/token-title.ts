import type { TokenMetadata } from '@openauth/client'
import { shortenAddress } from '../../../lib/format.ts'

interface Named {
  mint: string
  metadata?: TokenMetadata | undefined
}

/** A token by its symbol or name, else by its address. One that calls itself like another token has its address alone. */
export const titleOf = ({ mint, metadata }: Named): string =>
  (metadata?.isLookalike ? null : (metadata?.symbol ?? metadata?.name)) ?? shortenAddress(mint, 6)

/** The same in one line: beside what nobody vouches for stands its address. */
export const lineOf = ({ mint, metadata }: Named): string => {
  const address = shortenAddress(mint, 4)
  if (metadata === undefined || metadata.isLookalike) return address
  const title = metadata.symbol ?? metadata.name
  return title === null ? address : metadata.isKnown ? title : `${title} ${address}`
}
