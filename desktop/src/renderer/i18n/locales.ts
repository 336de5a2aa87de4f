import { isLanguageTag } from '@openauth/client'

/** The languages with a folder of messages, and their own names. */
export const locales = { en: 'English', es: 'Español', ru: 'Русский', zh: '中文' } as const
export type Locale = keyof typeof locales
export const localeNames = Object.keys(locales) as Locale[]

const isLocale = (name: string): name is Locale => Object.hasOwn(locales, name)

/** The first of the wanted languages (BCP 47 tags) that has messages; English where none has. */
export const pickLocale = (wanted: readonly string[]): Locale => {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
    if (isLocale(language)) return language
  }
  return 'en'
}

/**
 * The tag of a language by which numbers and times are written: the first of the system's tags of that language that `Intl`
 * knows, which has its region, else the language itself.
 */
export const regionalTag = (locale: Locale, tags: readonly string[]): string =>
  tags.find((tag) => tag.toLowerCase().split('-', 1)[0] === locale && isLanguageTag(tag)) ?? locale
