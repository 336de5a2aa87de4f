import type { Locale } from '../renderer/i18n/locales.ts'
import englishMenu from '../renderer/i18n/locales/en/menu.json'
import englishShell from '../renderer/i18n/locales/en/shell.json'
import spanishMenu from '../renderer/i18n/locales/es/menu.json'
import spanishShell from '../renderer/i18n/locales/es/shell.json'
import russianMenu from '../renderer/i18n/locales/ru/menu.json'
import russianShell from '../renderer/i18n/locales/ru/shell.json'
import chineseMenu from '../renderer/i18n/locales/zh/menu.json'
import chineseShell from '../renderer/i18n/locales/zh/shell.json'

const english = { ...englishMenu, ...englishShell }
type Messages = typeof english
const languages: Record<Locale, Messages> = {
  en: english,
  es: { ...spanishMenu, ...spanishShell },
  ru: { ...russianMenu, ...russianShell },
  zh: { ...chineseMenu, ...chineseShell },
}

/** A message in the window's language; `{name}` is the only kind of placeholder that these have. */
export type Translate = (id: keyof Messages, values?: Record<string, string>) => string

/** The words of the main process: English until a language is set. */
export interface Words {
  t: Translate
  /** Sets the language and calls the listeners. */
  set: (locale: Locale) => void
  onChange: (listener: () => void) => void
}

/** The texts of the main process: of menus and dialogs. English until `set` is called. */
export const createWords = (): Words => {
  let messages = english
  const listeners: (() => void)[] = []
  return {
    t: (id, values = {}) => messages[id].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    set: (locale) => {
      messages = languages[locale]
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
