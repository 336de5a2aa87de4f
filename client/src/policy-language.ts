/**
 * The phrases that a wallet policy is read back with, in English. Placeholders and plurals are as in ICU's message format,
 * so that a page can translate them with its own messages.
 */
export const policyPhrases = {
  sentence: 'Wallets may {allowed}, and may not {refused}; app secrets together send {partners} in 24 hours.',
  sentenceAllAllowed: 'Wallets may {allowed}; app secrets together send {partners} in 24 hours.',
  nativeToken: '{symbol} on {network}',
  otherToken: 'the token {address} on {network}',
  anyOtherToken: 'any other token',
  amount: '{amount} {symbol} on {network}',
  amountOfToken: '{amount} of {token}',
  units: '{units} smallest units of {token}',
  everyNetwork: 'act on every network',
  noNetwork: 'act on no network',
  someNetworks: 'act on {networks} only',
  noEndpoint: '{networks} through no endpoint',
  someEndpoints: '{networks} through {endpoints} only',
  anyAddress: 'pay and call any address',
  noAddress: 'pay and call nobody',
  someAddresses: 'pay and call {count, plural, one {# address} other {# addresses}} only',
  exceptAddresses: '{addresses} except {count, plural, one {# denied address} other {# denied addresses}}',
  anyToken: 'send any token',
  noToken: 'send no token',
  someTokens: 'send {tokens} only',
  spend: 'spend {limits}, fees included',
  atMost: 'at most {amounts}',
  atATime: '{amount} at a time',
  inADay: '{amount} in 24 hours',
  messageSigning: 'sign messages',
  privateKeyExport: 'show the private key where the app allows it',
  approvals: 'let others move tokens later',
  authorityChanges: 'hand accounts to others',
  durableNonces: 'sign transactions that never expire',
  unknownPrograms: 'call programs that the server cannot read',
  unreadableInstructions: 'sign instructions that the server cannot read',
  partnersNoToken: 'no {tokens}',
  partnersFree: 'any amount of {tokens}',
  partnersAnyAmount: 'any amount',
  partnersNothing: 'nothing',
  partnersRestAnyAmount: 'any amount of other tokens',
  partnersRestNothing: 'nothing of other tokens',
} as const

export type PolicyPhrase = keyof typeof policyPhrases

/** A language in which a policy is read back: its tag (BCP 47), by which lists are joined, and its phrases. */
export interface PolicyLanguage {
  tag: string
  phrase: (name: PolicyPhrase, values?: Record<string, string | number>) => string
}

/** A placeholder, or an English plural. */
const PLACE = /\{(\w+)(?:, plural, one \{([^}]*)\} other \{([^}]*)\})?\}/g

/** English, the language of the API's answers. Its lists have no comma before the last entry. */
export const englishPolicy: PolicyLanguage = {
  tag: 'en-GB',
  phrase: (name, values = {}) =>
    policyPhrases[name].replace(PLACE, (_, place: string, one?: string, other?: string) => {
      const value = values[place] ?? ''
      return ((value === 1 ? one : other) ?? '#').replace('#', () => String(value))
    }),
}
