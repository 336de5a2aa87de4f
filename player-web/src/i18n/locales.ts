import type { PlayerLanguage } from '@openauth/client'

/** The languages with a file of messages, and their own names. */
export const locales = { en: 'English', es: 'Español', ru: 'Русский', zh: '中文' } as const satisfies Record<
  PlayerLanguage,
  string
>
export type Locale = keyof typeof locales

const isLocale = (name: string): name is Locale => Object.hasOwn(locales, name)

/** The first of the wanted languages (BCP 47 tags) that has a file of messages; English where none has. */
export const pickLocale = (wanted: readonly (string | null | undefined)[]): Locale => {
  for (const tag of wanted) {
    const language = tag?.toLowerCase().split(/[-_]/, 1)[0] ?? ''
    if (isLocale(language)) return language
  }
  return 'en'
}
