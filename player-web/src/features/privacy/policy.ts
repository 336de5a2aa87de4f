import type { Locale } from '../../i18n/locales.ts'
import type { Policy } from './texts/policy.ts'

const texts: Record<Locale, () => Promise<{ default: Policy }>> = {
  en: () => import('./texts/en.ts'),
  es: () => import('./texts/es.ts'),
  ru: () => import('./texts/ru.ts'),
  zh: () => import('./texts/zh.ts'),
}

/** The policy in a language; in English where its file cannot be loaded. */
export const loadPolicy = async (locale: Locale): Promise<Policy> =>
  (await texts[locale]().catch(() => texts.en())).default
