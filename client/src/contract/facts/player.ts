/** The placeholder for the signature in a block explorer's address. */
export const SIGNATURE_TOKEN = '{signature}'

/** The first segments of the front end's paths. */
export const playerPages = [
  'authorize',
  'dapp',
  'earn',
  'game',
  'login',
  'privacy',
  'referral',
  'tap',
  'wallet',
] as const

export const analyticsKinds = ['off', 'console', 'gtag'] as const
