import * as z from 'zod'
import type { Outbound } from './outbound.ts'
import { createLargeCache } from './large-cache.ts'
import { within } from './within.ts'

export interface PriceSettings {
  /** The base address of a source that answers as CoinGecko does, without a slash at its end. */
  url: string
  /** CoinGecko's key, where the operator has one. */
  apiKey: string | undefined
  /** ISO 4217, three capital letters. */
  currency: string
}

export interface Prices {
  /** Undefined without a price source. */
  currency: string | undefined
  /** Prices of one whole token, by id; an id without a price is left out. Never throws: an outage leaves prices out. */
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
}

/** How long a price is shown without asking again. Milliseconds. */
const FRESH_FOR = 60_000
/** How long a price is shown while its source does not answer. Milliseconds. */
const KEPT_FOR = 600_000
/** How long a source that failed is left alone. Milliseconds. */
const PAUSE = 30_000
/** How long a balance waits for its price. Milliseconds. */
const PATIENCE = 1_500
/** Ids of one call: operators choose them, 500 an app at most. */
const MOST_IDS = 100

const answerSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

const isPrice = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0

/** CoinGecko's paid plans have a host and a header of their own: https://docs.coingecko.com/reference/authentication */
const keyHeader = ({ url, apiKey }: PriceSettings): Record<string, string> => {
  if (apiKey === undefined) return {}
  return { [new URL(url).host === 'pro-api.coingecko.com' ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: apiKey }
}

/** `GET {url}/simple/price?ids=solana,ethereum&vs_currencies=usd` → `{"solana": {"usd": 150.2}}` */
const fetchPrices = async (outbound: Outbound, settings: PriceSettings, ids: readonly string[]) => {
  const currency = settings.currency.toLowerCase()
  const url = new URL(`${settings.url}/simple/price`)
  url.search = new URLSearchParams({ ids: ids.join(','), vs_currencies: currency }).toString()
  const response = await outbound(url, { headers: { accept: 'application/json', ...keyHeader(settings) } })
  if (!response.ok) throw new Error(`The price source answered with status ${response.status}`)
  const answer = answerSchema.parse(await response.json())
  return new Map(ids.map((id) => [id, answer[id]?.[currency]] as const))
}

interface Known {
  /** Undefined where the source has no price. */
  price: number | undefined
  at: number
}

export interface PriceOptions {
  outbound: Outbound
  log: { warn: (fields: object, message: string) => void }
  /** Milliseconds; the moment. */
  now?: () => number
  patienceMs?: number
}

/**
 * Prices of tokens from one source. They are asked for once a minute at most, all at a time; while the source does not
 * answer, prices are shown for ten minutes more and then left out.
 */
export const createPrices = (settings: PriceSettings | undefined, options: PriceOptions): Prices => {
  if (settings === undefined) return { currency: undefined, read: async () => new Map() }
  const { outbound, log, now = () => performance.now(), patienceMs = PATIENCE } = options
  const known = createLargeCache<Known>(5_000)
  const underWay = new Map<string, Promise<void>>()
  let pausedUntil = -Infinity

  const ask = async (ids: string[]): Promise<void> => {
    try {
      const found = await fetchPrices(outbound, settings, ids)
      for (const [id, price] of found) known.set(id, { price: isPrice(price) ? price : undefined, at: now() })
    } catch (error) {
      pausedUntil = now() + PAUSE
      log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'prices could not be read')
    } finally {
      for (const id of ids) underWay.delete(id)
    }
  }

  /** Asks for what is not fresh, and resolves when everything of these that is asked for is there. */
  const refresh = (ids: string[]): Promise<unknown> => {
    const stale = ids.filter((id) => !underWay.has(id) && now() - (known.get(id)?.at ?? -Infinity) >= FRESH_FOR)
    const asked = now() < pausedUntil ? [] : stale.slice(0, MOST_IDS)
    const asking = asked.length > 0 ? ask(asked) : Promise.resolve()
    for (const id of asked) underWay.set(id, asking)
    return Promise.all(ids.flatMap((id) => underWay.get(id) ?? []))
  }

  const priceOf = (id: string): number | undefined => {
    const entry = known.get(id)
    return entry && now() - entry.at < KEPT_FOR ? entry.price : undefined
  }

  return {
    currency: settings.currency,
    read: async (wanted) => {
      const ids = [...new Set(wanted)]
      const refreshing = refresh(ids)
      // A price that is a little old is better than one to wait for.
      if (ids.some((id) => !known.has(id) || now() - known.get(id)!.at >= KEPT_FOR))
        await within(refreshing, patienceMs)
      return new Map(
        ids.flatMap((id) => {
          const price = priceOf(id)
          return price === undefined ? [] : [[id, price] as const]
        }),
      )
    },
  }
}
