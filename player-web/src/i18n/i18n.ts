import { type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { isLanguageTag } from '../lib/language-tag.ts'
import { pageStorage } from '../lib/page-storage.ts'
import english from './locales/en.json'
import { type Locale, pickLocale } from './locales.ts'

export type MessageId = keyof typeof english
/** What stands in a message's braces. */
export type Values = Record<string, string | number>
export type Translate = (id: MessageId, values?: Values) => string

const KEY = 'SONIC:Locale'

const catalogs: Record<Exclude<Locale, 'en'>, () => Promise<{ default: Record<string, string> }>> = {
  es: () => import('./locales/es.json'),
  ru: () => import('./locales/ru.json'),
  zh: () => import('./locales/zh.json'),
}

const i18n = setupI18n({ locale: 'en', messages: { en: english } })

/** Shows the page in a language. A file that cannot be loaded leaves it as it is. */
export const activate = async (locale: Locale): Promise<void> => {
  if (locale !== 'en') {
    const catalog = await catalogs[locale]().catch(() => undefined)
    if (!catalog) return
    // What a file lacks is shown in English.
    i18n.load(locale, { ...(english as Messages), ...(catalog.default as Messages) })
  }
  i18n.activate(locale)
  if (typeof document !== 'undefined') document.documentElement.lang = locale
}

/** Shows the page in a language, now and at the next visit. */
export const chooseLocale = (locale: Locale): Promise<void> => {
  pageStorage.set(KEY, locale)
  return activate(locale)
}

/** The language chosen here, else that of the host (Telegram's `language_code`), else the browser's. */
export const startLocale = (hostLanguage?: string): Promise<void> =>
  activate(pickLocale([pageStorage.get(KEY), hostLanguage, ...navigator.languages]))

export const t: Translate = (id, values) => i18n._(id, values)

const subscribe = (listener: () => void) => i18n.on('change', listener)

/** Texts in the language of the moment. */
export const useTranslate = (): Translate => {
  useLocale()
  return t
}

export const useLocale = (): Locale =>
  useSyncExternalStore(
    subscribe,
    () => i18n.locale as Locale,
    () => 'en',
  )

/** The first tag of a page's language in which `Intl` can write, such as `en-GB`; the bare language without one. */
export const pickDateLocale = (locale: Locale, tags: readonly string[]): string =>
  tags.find((tag) => tag.toLowerCase().split('-', 1)[0] === locale && isLanguageTag(tag)) ?? locale

/** How dates and times are written: the browser's own form of the page's language where it has one. */
export const useDateLocale = (): string =>
  pickDateLocale(useLocale(), (globalThis.navigator as Navigator | undefined)?.languages ?? [])
