import type { BrandTextName } from '@openauth/client'
import { type MessageId, useLocale, useTranslate } from '../i18n/i18n.ts'
import { useConfig } from './config.ts'

const builtIn: Record<BrandTextName, MessageId> = {
  login: 'login.explore',
  earnLoggedOut: 'earn.loggedOut',
  earnUnlock: 'earn.unlock',
  earn: 'earn.participate',
  stake: 'earn.stake',
  stakeHint: 'earn.stakeHint',
  play: 'earn.play',
  playHint: 'earn.playHint',
  referral: 'referral.loggedOut',
  wallet: 'wallet.loggedOut',
  share: 'referral.shareText',
}

/** The app's own texts in the current language, or the built-in ones with the app's names. */
export const useBrandText = (): ((name: BrandTextName) => string) => {
  const t = useTranslate()
  const locale = useLocale()
  const { name: brand, networkName: network, tokenName: token, gamesName: games, texts } = useConfig().app.brand
  return (name) => texts[name]?.[locale] ?? t(builtIn[name], { brand, network, token, games })
}
