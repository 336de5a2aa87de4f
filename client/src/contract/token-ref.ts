import * as z from 'zod'
import { isTokenOf, NATIVE } from './networks.ts'

/** A network and a token on it: `solana:native`, `base:0x833…`. Others are refused, because a rule about them has no effect. */
export const TokenRef = z.string().refine(
  (text) => {
    const colon = text.indexOf(':')
    return isTokenOf(text.slice(0, colon), text.slice(colon + 1))
  },
  { error: `must be a network, a colon and ${NATIVE} or the token's address, such as solana:${NATIVE}` },
)
