import type { Locale } from '../i18n/locales.ts'
import type { Translate } from '../i18n/i18n.ts'

/** Where a session was started, as far as the server knows. */
export interface Place {
  country: string | null
  city: string | null
}

/** A country's name, or what the server says where that is no code. */
const countryName = (code: string, locale: Locale): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code) : code

/** "Berlin, Germany", or as much of it as is known; undefined for nothing. */
export const placeText = ({ country, city }: Place, locale: Locale, t: Translate): string | undefined => {
  const name = country ? countryName(country, locale) : undefined
  return city && name ? t('users.place', { city, country: name }) : (city ?? name)
}
