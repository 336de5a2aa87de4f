import { readFile } from 'node:fs/promises'
import { isIP, isIPv6 } from 'node:net'
import { Reader, type Response } from 'maxmind'
import { type FindPlace, nowhere, type Place } from './places.ts'

/** A name as a database may have it: text that can be stored and shown. */
const nameIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= 100 && value.isWellFormed() && /^\P{Cc}+$/u.test(value) ? value : null

/** A record of MaxMind's and DB-IP's files, or a flat one, as ip-location-db has them. */
interface PlaceRecord {
  country?: { iso_code?: unknown }
  country_code?: unknown
  city?: { names?: { en?: unknown } } | string
}

const placeIn = (record: unknown): Place => {
  const { country, country_code: flatCode, city } = (record ?? {}) as PlaceRecord
  const code = country?.iso_code ?? flatCode
  return {
    country: typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null,
    city: nameIn(typeof city === 'object' ? city.names?.en : city),
  }
}

/** An IPv4 address as a socket for both families names it. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

const read = (reader: Reader<Response>, address: string): unknown => {
  const text = unmapped(address)
  // The reader takes the numbers in any text for an address.
  if (isIP(text) === 0) return undefined
  // A file of IPv4 addresses would be read with the first bits of an IPv6 address.
  return isIPv6(text) && reader.metadata.ipVersion === 4 ? undefined : reader.get(text)
}

/** Before the description of a file, which is at its end. */
const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** Addresses of large networks, at which a damaged file may fail. */
const samples = ['1.1.1.1', '8.8.8.8', '77.0.0.1', '200.0.0.1', '2001:4860::1', '2a00::1']

/** The most records that are kept decoded. */
const KEPT_RECORDS = 1_000

/** Keeps decoded parts, which records share: without it, a part that others name many times is decoded as often. */
const createCache = () => {
  const kept = new Map<string | number, unknown>()
  return {
    get: (key: string | number) => kept.get(key),
    set: (key: string | number, value: unknown) => {
      if (kept.size >= KEPT_RECORDS) kept.clear()
      kept.set(key, value)
    },
  }
}

const openReader = (bytes: Buffer): Reader<Response> => {
  if (bytes.readUInt16BE(0) === 0x1f8b) throw new Error('it is packed')
  const end = bytes.lastIndexOf(marker)
  if (end === -1) throw new Error("it is not in MaxMind's format, or its end is missing")
  try {
    const reader = new Reader<Response>(bytes, { cache: createCache() })
    for (const address of samples) read(reader, address)
    if (reader.metadata.searchTreeSize + 16 > end) throw new Error('its tree of addresses is not whole')
    return reader
  } catch (cause) {
    throw new Error('it is damaged', { cause })
  }
}

/**
 * Opens a file of places in MaxMind's format (https://maxmind.github.io/MaxMind-DB/), which then is in memory. Throws an
 * Error that says why it cannot be used.
 */
export const openPlaces = async (file: string): Promise<FindPlace> => {
  const bytes = await readFile(file)
  if (bytes.length < 100) throw new Error('it is empty')
  const reader = openReader(bytes)
  const { databaseType } = reader.metadata
  if (!/city|country|enterprise|location/i.test(databaseType))
    throw new Error(`it is a ${databaseType} database, not one of cities or countries`)
  return (address) => {
    try {
      return placeIn(read(reader, address))
    } catch {
      // A damaged part of the file must not prevent a login.
      return nowhere
    }
  }
}
