import { keyOfToken, refOf, type Network, NATIVE, type TokenMetadata } from '@openauth/client'
import type { Database } from '../../db.ts'
import { cleanText, lookalikeKey } from './claimed-text.ts'
import { reservedNames, type VouchedToken, wellKnownTokens } from './well-known.ts'
import { cachedByKey } from '../../lib/cached-by-key.ts'
import { createLargeCache } from '../../lib/large-cache.ts'

/** How long an app's list is cached; a change on another server shows after this. Milliseconds. */
const LIST_TTL = 2_000
/** How long what a token says of itself is cached. Milliseconds. */
const CLAIM_TTL = 600_000
const MOST_NAME = 32
const MOST_SYMBOL = 12
/** Tokens of one call whose chain is asked what they say of themselves: each costs a derived address, or two calls. */
const MOST_ASKED = 40

export interface Claim {
  name: string
  symbol: string
}

/** Reads what tokens say of themselves, by the addresses it is given; what says nothing may be left out. */
export type ReadClaims = (addresses: string[]) => Promise<Map<string, Claim>>

export interface NamedToken {
  metadata: TokenMetadata
  /** Null for a token that nobody vouches for: its price would be its maker's to choose. */
  priceId: string | null
}

export interface TokenNames {
  /**
   * What tokens of a network are called, by the addresses given: by the app's list, else by this server's, else by their
   * own words, which `readClaims` is asked for. A chain that does not answer leaves names out. Never throws for it.
   */
  name: (
    appId: string,
    network: Network,
    addresses: string[],
    readClaims: ReadClaims,
  ) => Promise<Map<string, NamedToken>>
  /** Empties the cache of lists after a change of one. */
  invalidate: () => void
}

interface AppList {
  tokens: Map<string, VouchedToken>
  /** Of every vouched name and symbol. */
  reserved: Set<string>
}

const readList = async ({ prisma }: Database, appId: string): Promise<AppList> => {
  const rows = await prisma.knownToken.findMany({ where: { appId } })
  const tokens = new Map<string, VouchedToken>([...wellKnownTokens, ...rows.map((row) => [refOf(row), row] as const)])
  const names = [...tokens.values()].flatMap(({ symbol, name }) => [symbol, name])
  return { tokens, reserved: new Set([...names, ...reservedNames].map(lookalikeKey)) }
}

const vouched = ({ symbol, name, iconUrl, priceId }: VouchedToken): NamedToken => ({
  metadata: { name, symbol, iconUrl, isKnown: true, isLookalike: false },
  priceId,
})

/** The whole of each text, and its words: `USDC Reward` goes by the name of USDC too. */
const wordsOf = (texts: readonly (string | null)[]): string[] =>
  texts
    .flatMap((text) =>
      text === null ? [] : [text, ...text.normalize('NFKC').split(/[^\p{L}\p{N}\p{M}$\u20ac\u20ae\u00a2]+/u)],
    )
    .filter(Boolean)

/** Undefined where nothing that can be shown is left of it. */
const claimed = (claim: Claim, reserved: Set<string>): NamedToken | undefined => {
  const [name, symbol] = [cleanText(claim.name, MOST_NAME), cleanText(claim.symbol, MOST_SYMBOL)]
  if (name === null && symbol === null) return undefined
  // What is shown counts, and what was written: an end that is cut off may have hidden a name in either.
  const words = wordsOf([name, symbol, claim.name, claim.symbol])
  const isLookalike = words.some((word) => reserved.has(lookalikeKey(word)))
  return { metadata: { name, symbol, iconUrl: null, isKnown: false, isLookalike }, priceId: null }
}

/** What tokens say of themselves, as far as it was asked for. */
const createClaims = (log: { warn: (fields: object, message: string) => void }) => {
  const known = createLargeCache<Claim>(10_000, CLAIM_TTL)
  return {
    has: (ref: string): boolean => known.has(ref),
    get: (ref: string): Claim | undefined => known.get(ref),
    /** Caches what is read; of a token that says nothing, that it says nothing. */
    learn: async (network: Network, addresses: string[], readClaims: ReadClaims): Promise<void> => {
      const asked = addresses.slice(0, MOST_ASKED)
      if (asked.length === 0) return
      try {
        const found = await readClaims(asked)
        for (const address of asked)
          known.set(refOf(keyOfToken(network, address)), found.get(address) ?? { name: '', symbol: '' })
      } catch (err) {
        log.warn({ err, network }, 'the names of tokens could not be read')
      }
    },
  }
}

export const createTokenNames = (
  db: Database,
  log: { warn: (fields: object, message: string) => void },
): TokenNames => {
  const lists = cachedByKey(LIST_TTL, (appId) => readList(db, appId))
  const claims = createClaims(log)

  return {
    name: async (appId, network, addresses, readClaims) => {
      const { tokens, reserved } = await lists.get(appId)
      const refs = addresses.map((address) => [address, refOf(keyOfToken(network, address))] as const)
      const unknown = refs.filter(([address, ref]) => address !== NATIVE && !tokens.has(ref) && !claims.has(ref))
      await claims.learn(
        network,
        unknown.map(([address]) => address),
        readClaims,
      )
      return new Map(
        refs.flatMap(([address, ref]) => {
          const [known, claim] = [tokens.get(ref), claims.get(ref)]
          const named = known ? vouched(known) : claim && claimed(claim, reserved)
          return named ? [[address, named] as const] : []
        }),
      )
    },
    invalidate: lists.clear,
  }
}
