import type { Locale } from '../../i18n/locales.ts'

/** The texts of the policy. `{app}` and `{email}` are replaced by the app's name and its support address. */
export interface Policy {
  intro: string
  sections: { title: string; text: string[] }[]
  contact: string
}

const texts: Record<Locale, () => Promise<{ default: Policy }>> = {
  en: () => import('./texts/en.ts'),
  es: () => import('./texts/es.ts'),
  ru: () => import('./texts/ru.ts'),
  zh: () => import('./texts/zh.ts'),
}

/** The policy in a language; in English where its file cannot be loaded. */
export const loadPolicy = async (locale: Locale): Promise<Policy> =>
  (await texts[locale]().catch(() => texts.en())).default
