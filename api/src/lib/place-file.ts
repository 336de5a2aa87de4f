import { readFile } from 'node:fs/promises'
import { isIP, isIPv6 } from 'node:net'
import { Reader, type Response } from 'maxmind'
import { type FindPlace, nowhere, type Place } from './places.ts'
import { shownName } from './shown-name.ts'

/** The most UTF-16 units of a city's name. */
const MOST_NAME = 100

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
    city: shownName(typeof city === 'object' ? city.names?.en : city, MOST_NAME),
  }
}

/** An IPv4 address as a socket for both families names it. */
const unmapped = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

const read = (reader: Reader<Response>, address: string): unknown => {
  const text = unmapped(address)
  // The reader accepts any text with numbers as an address.
  if (isIP(text) === 0) return undefined
  // In a file of IPv4 addresses, a lookup of an IPv6 address would match by its first bits.
  return isIPv6(text) && reader.metadata.ipVersion === 4 ? undefined : reader.get(text)
}

/** Marks the start of a file's metadata, which is at its end. */
const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')

/** Addresses of large networks. They are looked up when the file is opened, to detect a damaged one. */
const samples = ['1.1.1.1', '8.8.8.8', '77.0.0.1', '200.0.0.1', '2001:4860::1', '2a00::1']

/** The maximum of values and bytes that a lookup decodes. Records of cities have about 4,000, in all their languages. */
const MOST_DECODED = 32_768

/** The maximum of values and bytes that were decoded since the cache was empty. It bounds what the cache holds in memory. */
const MOST_CACHED = 262_144

class TooLarge extends Error {}

/** The decoder of mmdb-lib, which reads nested values too. */
interface Decoder {
  decode: (offset: number) => unknown
  decodeByType: (type: number, offset: number, size: number) => unknown
}

let decoded = 0
const count = (more: number): void => {
  decoded += more
  if (decoded > MOST_DECODED) throw new TooLarge()
}

/**
 * Limits what mmdb-lib decodes at once, the metadata too: a file of 1,000 bytes can have millions of values, since several
 * pointers may name one value. Sizes count before anything is read or made of that size. mmdb-lib does not export its class
 * of decoders; the reader of a file without addresses has one.
 */
const limitDecoders = (): void => {
  const file = Buffer.concat([marker, Buffer.from('\xe1\x4brecord_size\xa1\x18', 'latin1')])
  const decoders = Object.getPrototypeOf(new Reader(file)['decoder']) as Decoder
  const { decode, decodeByType } = decoders
  decoders.decode = function limited(this: Decoder, offset) {
    count(1)
    return decode.call(this, offset)
  }
  decoders.decodeByType = function limited(this: Decoder, type, offset, size) {
    count(size)
    return decodeByType.call(this, type, offset, size)
  }
}
limitDecoders()

const withinLimit = <T>(decode: () => T, refusal: string): T => {
  decoded = 0
  try {
    return decode()
  } catch (cause) {
    throw cause instanceof TooLarge ? new TooLarge(refusal) : cause
  }
}

/**
 * A reader that caches decoded values, which records share. Without the cache a value is decoded once per reference to it.
 */
const limitedReader = (bytes: Buffer): Reader<Response> => {
  const cache = new Map<string | number, unknown>()
  const reader = withinLimit(() => new Reader<Response>(bytes, { cache }), 'its metadata is too large')
  const { get } = reader
  let cached = 0
  reader.get = (address) => {
    try {
      return withinLimit(() => get.call(reader, address), 'a record in it is too large')
    } finally {
      cached += decoded
      if (cached > MOST_CACHED) {
        cache.clear()
        cached = 0
      }
    }
  }
  return reader
}

const openReader = (bytes: Buffer): Reader<Response> => {
  if (bytes.readUInt16BE(0) === 0x1f8b) throw new Error('it is packed')
  const end = bytes.lastIndexOf(marker)
  if (end === -1) throw new Error("it is not in MaxMind's format, or its end is missing")
  try {
    const reader = limitedReader(bytes)
    for (const address of samples) read(reader, address)
    if (reader.metadata.searchTreeSize + 16 > end) throw new Error('its tree of addresses is not whole')
    return reader
  } catch (cause) {
    throw cause instanceof TooLarge ? cause : new Error('it is damaged', { cause })
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
      // A record that is damaged or too large must not prevent a login.
      return nowhere
    }
  }
}
