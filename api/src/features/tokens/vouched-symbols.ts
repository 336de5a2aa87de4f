import { keyOfToken, type Network, refOf } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { wellKnownTokens } from './well-known.ts'

/** A token as an app's users see it. */
export interface AppToken {
  appId: string
  network: Network
  /** The mint or contract. */
  token: string
}

const keyOf = ({ appId, network, token }: AppToken): string => `${appId} ${refOf(keyOfToken(network, token))}`

/**
 * Reads the symbols that apps, or this server, vouch for; an app's own list overrides this server's. Returns a lookup, which
 * answers null for any other token. Metadata that a token states itself is never used.
 */
export const readVouchedSymbols = async (
  { knownToken }: Pick<Tx, 'knownToken'>,
  tokens: readonly AppToken[],
): Promise<(token: AppToken) => string | null> => {
  if (tokens.length === 0) return () => null
  const where = {
    appId: { in: [...new Set(tokens.map(({ appId }) => appId))] },
    address: { in: [...new Set(tokens.map(({ network, token }) => keyOfToken(network, token).address))] },
  }
  const rows = await knownToken.findMany({ where, select: { appId: true, network: true, address: true, symbol: true } })
  const symbols = new Map(rows.map(({ symbol, appId, ...key }) => [`${appId} ${key.network}:${key.address}`, symbol]))
  return (token) =>
    symbols.get(keyOf(token)) ?? wellKnownTokens.get(refOf(keyOfToken(token.network, token.token)))?.symbol ?? null
}
