import { LRUCache } from 'lru-cache'

/**
 * A cache of at most `most` entries, the most recently used ones, each for `ttl` milliseconds if that is given. It takes
 * memory as it fills: under `max` lru-cache makes room for all entries at once, milliseconds and megabytes a server.
 */
export const createLargeCache = <Value extends {}>(
  most: number,
  ttl?: number,
  more: Pick<LRUCache.Options<string, Value, unknown>, 'dispose' | 'updateAgeOnGet'> = {},
): LRUCache<string, Value> =>
  new LRUCache({ ...more, maxSize: most, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
