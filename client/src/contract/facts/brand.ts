/** The languages of the players' front end. */
export const playerLanguages = ['en', 'es', 'ru', 'zh'] as const
export type PlayerLanguage = (typeof playerLanguages)[number]

/** The texts of the players' front end that an app may replace. */
export const brandTextNames = [
  'login',
  'earnLoggedOut',
  'earnUnlock',
  'earn',
  'stake',
  'stakeHint',
  'play',
  'playHint',
  'referral',
  'wallet',
  'share',
] as const
export type BrandTextName = (typeof brandTextNames)[number]

/** The names in the built-in texts, for apps without a brand. */
export const defaultBrandNames = {
  name: 'Sonic',
  networkName: 'SONIC MAINNET',
  tokenName: 'SONIC',
  gamesName: 'SONIC ECO',
} as const

export type BrandNames = Record<keyof typeof defaultBrandNames, string>

/** The names that pages write. A brand that sets only its name has that name everywhere. */
export const brandNamesOf = (brand: { [Name in keyof BrandNames]: string | null }): BrandNames => {
  const nameOf = (key: keyof BrandNames) => brand[key] ?? brand.name ?? defaultBrandNames[key]
  const names = { name: nameOf('name'), networkName: nameOf('networkName') }
  return { ...names, tokenName: nameOf('tokenName'), gamesName: nameOf('gamesName') }
}

/** Whether pages load a picture from the address: over https only; loopback is allowed for development. */
export const isSecurePictureUrl = (value: string): boolean =>
  /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(value)
export const insecurePictureMessage = 'must be an https address'

/** The lightest background of coloured text: that of dialogs, `--ui-raised` of the dark theme in ui/src/tokens.css. */
export const BRAND_BACKGROUND = '#1f1f1d'

/** The fields of a brand with addresses of pictures. */
export const brandPictureNames = ['logoUrl', 'loginPictureUrl', 'bannerUrl'] as const
