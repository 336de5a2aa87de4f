/** Where an address is: a country by its ISO 3166-1 code, and a city by its English name. Nothing finer. */
export interface Place {
  country: string | null
  city: string | null
}

/** Finds the place of an IP address. */
export type FindPlace = (address: string) => Place

/** Nothing is known of an address. */
export const nowhere: Place = { country: null, city: null }

/** For a server without a GeoIP file. */
export const findNoPlace: FindPlace = () => nowhere
