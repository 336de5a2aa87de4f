import { type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { isLanguageTag } from '@openauth/client'
import { pageStorage } from '../lib/page-storage.ts'
import english from './locales/en.json'
import { type Locale, pickLocale } from './locales.ts'

export type MessageId = keyof typeof english
/** Values for the placeholders of a message, `{name}`. */
export type Values = Record<string, string | number>
export type Translate = (id: MessageId, values?: Values) => string

const KEY = 'SONIC:Locale'

const catalogs: Record<Exclude<Locale, 'en'>, () => Promise<{ default: Record<string, string> }>> = {
  es: () => import('./locales/es.json'),
  ru: () => import('./locales/ru.json'),
  zh: () => import('./locales/zh.json'),
}

const i18n = setupI18n({ locale: 'en', messages: { en: english } })

/** Shows the page in a language. Where its messages cannot be loaded, the language stays. */
export const activate = async (locale: Locale): Promise<void> => {
  if (locale !== 'en') {
    const catalog = await catalogs[locale]().catch(() => undefined)
    if (!catalog) return
    // Messages that are missing in a language are shown in English.
    i18n.load(locale, { ...(english as Messages), ...(catalog.default as Messages) })
  }
  i18n.activate(locale)
  if (typeof document !== 'undefined') document.documentElement.lang = locale
}

/** Shows the page in a language and stores the choice. */
export const chooseLocale = (locale: Locale): Promise<void> => {
  pageStorage.set(KEY, locale)
  return activate(locale)
}

/**
 * Shows the page in the language that was chosen before, else that of Telegram (`language_code`), else the browser's.
 */
export const startLocale = (hostLanguage?: string): Promise<void> =>
  activate(pickLocale([pageStorage.get(KEY), hostLanguage, ...navigator.languages]))

/** A message in the current language. Components use useTranslate, which renders again when the language changes. */
export const t: Translate = (id, values) => i18n._(id, values)

const subscribe = (listener: () => void) => i18n.on('change', listener)

/** Translates into the current language; the component renders again when it changes. */
export const useTranslate = (): Translate => {
  useLocale()
  return t
}

/** The current language. */
export const useLocale = (): Locale =>
  useSyncExternalStore(
    subscribe,
    () => i18n.locale as Locale,
    () => 'en',
  )

/** The first tag of a language that `Intl` accepts, such as `en-GB`; the language itself where there is none. */
export const pickDateLocale = (locale: Locale, tags: readonly string[]): string =>
  tags.find((tag) => tag.toLowerCase().split('-', 1)[0] === locale && isLanguageTag(tag)) ?? locale

/** The locale for dates and times: the browser's regional variant of the page's language where it names one. */
export const useDateLocale = (): string =>
  pickDateLocale(useLocale(), (globalThis.navigator as Navigator | undefined)?.languages ?? [])
