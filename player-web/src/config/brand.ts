import { type BrandTextName, builtInTextIds } from '@openauth/client'
import { useLocale, useTranslate } from '../i18n/i18n.ts'
import { useConfig } from './config.ts'

/** The app's own texts in the current language, or the built-in ones with the app's names. */
export const useBrandText = (): ((name: BrandTextName) => string) => {
  const t = useTranslate()
  const locale = useLocale()
  const { name: brand, networkName: network, tokenName: token, gamesName: games, texts } = useConfig().app.brand
  return (name) => texts[name]?.[locale] ?? t(builtInTextIds[name], { brand, network, token, games })
}
