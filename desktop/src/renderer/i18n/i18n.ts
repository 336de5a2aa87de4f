import type { PolicyPhrase } from '@openauth/client'
import { type Messages, setupI18n } from '@lingui/core'
import type { UiWords } from '@openauth/ui/words'
import { useSyncExternalStore } from 'react'
import { createStoredChoice, useStore } from '../store.ts'
import type { Language } from './language.ts'
import { english } from './locales/en.ts'
import type { connectionsEnglish } from './locales/en-connections.ts'
import type { deviceEnglish } from './locales/en-device.ts'
import type { gameEnglish } from './locales/en-game.ts'
import type { webhooksEnglish } from './locales/en-webhooks.ts'
import { type Locale, localeNames, pickLocale, regionalTag } from './locales.ts'

/** The phrases of a policy's sentence are messages of the other languages only: English ones are the client's. */
export type MessageId =
  | keyof typeof english
  | keyof typeof gameEnglish
  | keyof typeof connectionsEnglish
  | keyof typeof deviceEnglish
  | keyof typeof webhooksEnglish
  | `policySentence.${PolicyPhrase}`
/** Values for the placeholders of a message, `{name}`. */
export type Values = Record<string, string | number>
export type Translate = (id: MessageId, values?: Values) => string

const languages: Record<Exclude<Locale, 'en'>, () => Promise<Language>> = {
  es: async () => (await import('./locales/es.ts')).spanish,
  ru: async () => (await import('./locales/ru.ts')).russian,
  zh: async () => (await import('./locales/zh.ts')).chinese,
}

// A copy: what is added later is merged into this object.
const i18n = setupI18n({ locale: 'en', messages: { en: { ...english } } })
let words: UiWords | undefined

/** Adds English messages of screens that are loaded later. Those of other languages are all loaded with the language. */
export const addEnglish = (messages: Messages): void => i18n.load('en', messages)

const activate = async (locale: Locale): Promise<void> => {
  if (locale !== 'en') {
    const language = await languages[locale]().catch(() => undefined)
    // Where its messages cannot be loaded, the language stays.
    if (!language) return
    i18n.load(locale, { ...(english as Messages), ...(language.messages as Messages) })
    words = language.words
  } else words = undefined
  i18n.activate(locale)
  if (typeof document !== 'undefined') document.documentElement.lang = locale
}

const choice = createStoredChoice<Locale | 'system'>('Language', ['system', ...localeNames])

/** The chosen language; `system` follows the browser or the operating system. */
export const useLanguageChoice = (): Locale | 'system' => useStore(choice)

/** Shows the page in the language that was chosen before, else in the first of the system's that has messages. */
export const startLocale = (): Promise<void> => {
  const chosen = choice.get()
  return activate(chosen === 'system' ? pickLocale(navigator.languages) : chosen)
}

/** Shows the page in a language and stores the choice. */
export const chooseLanguage = (next: Locale | 'system'): Promise<void> => {
  choice.set(next)
  return startLocale()
}

/** A message in the current language. Components use useTranslate, which renders again when the language changes. */
export const t: Translate = (id, values) => i18n._(id, values)

const subscribe = (listener: () => void) => i18n.on('change', listener)

/** The current language. */
export const useLocale = (): Locale =>
  useSyncExternalStore(
    subscribe,
    () => i18n.locale as Locale,
    () => 'en',
  )

/** Translates into the current language; the component renders again when it changes. */
export const useTranslate = (): Translate => {
  useLocale()
  return t
}

/** What UiProvider needs for the current language: words of the controls, and a BCP 47 tag of the system's region. */
export const useUiLanguage = (): { words: UiWords | undefined; locale: string } => {
  const locale = useLocale()
  return { words, locale: regionalTag(locale, (globalThis.navigator as Navigator | undefined)?.languages ?? []) }
}
