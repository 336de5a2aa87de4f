import type { TokenMetadata } from '@openauth/client'
import { shortenAddress } from '../../../lib/format.ts'

interface Named {
  mint: string
  metadata?: TokenMetadata | undefined
}

/** A token's symbol or name, else its address. A look-alike has its address only. */
export const titleOf = ({ mint, metadata }: Named): string =>
  (metadata?.isLookalike ? null : (metadata?.symbol ?? metadata?.name)) ?? shortenAddress(mint, 6)

/** The same in one line: the address follows the name of a token that nobody vouches for. */
export const lineOf = ({ mint, metadata }: Named): string => {
  const address = shortenAddress(mint, 4)
  if (metadata === undefined || metadata.isLookalike) return address
  const title = metadata.symbol ?? metadata.name
  return title === null ? address : metadata.isKnown ? title : `${title} ${address}`
}
