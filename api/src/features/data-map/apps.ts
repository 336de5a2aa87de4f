import { NOT_CONCERNED, type Tables } from './table-data.ts'

const settings = { about: 'apps', deletion: NOT_CONCERNED } as const

/** Settings of apps and of the server. They are about nobody, but operators may name a person in them. */
export const apps: Tables<
  | 'App'
  | 'OidcClient'
  | 'OidcResource'
  | 'OidcConnection'
  | 'KnownToken'
  | 'AppSecret'
  | 'AppCredential'
  | 'GameRules'
  | 'Treasury'
  | 'PayoutBatch'
  | 'GameTask'
  | 'Webhook'
  | 'Dapp'
  | 'GameCenterEntry'
  | 'ContentPicture'
> = {
  App: {
    ...settings,
    why: 'apps and their settings',
    kept: 'for good: users refer to the row; deleting an app frees its name',
    fields: {
      none: [
        ...(['id', 'name', 'nameKey', 'description', 'logoUrl', 'loginSettings', 'legacyWalletLogin'] as const),
        ...(['privateKeyExportEnabled', 'impersonationEnabled', 'legacyBind', 'legacyLanding'] as const),
        ...([
          'oidcProviderEnabled',
          'oidcRegistrationEnabled',
          'credentialDelaySeconds',
          'deletionGraceSeconds',
          'jwtTTL',
        ] as const),
        ...(['termsUrl', 'termsVersion', 'privacyUrl', 'privacyVersion', 'termsRequired'] as const),
        ...(['telegramMaxAgeSeconds', 'redirectOrigins', 'brand', 'createdAt', 'updatedAt', 'deletedAt'] as const),
      ],
    },
  },
  OidcClient: {
    ...settings,
    why: 'programs that log users in with an app as OpenID provider',
    kept: 'until it is deleted',
    fields: {
      secret: ['secretDigest'],
      none: [
        ...(['id', 'appId', 'name', 'redirectUris', 'postLogoutRedirectUris', 'backchannelLogoutUri'] as const),
        ...(['authentication', 'secretLastFour', 'publicKeys', 'scopes', 'subjects', 'idTokenAlgorithm'] as const),
        ...([
          'skipsConsent',
          'requiresPkce',
          'registered',
          'deviceLogins',
          'enabled',
          'logins',
          'lastLoginAt',
          'createdAt',
          'updatedAt',
        ] as const),
      ],
    },
  },
  OidcResource: {
    ...settings,
    why: 'APIs of an app for which its provider issues access tokens',
    kept: 'until it is deleted',
    fields: { none: ['id', 'appId', 'url', 'name', 'scopes', 'createdAt', 'updatedAt'] },
  },
  OidcConnection: {
    ...settings,
    why: 'connections to OpenID providers',
    kept: 'until it is deleted',
    fields: {
      secret: ['sealedSecret'],
      none: [
        ...(['id', 'appId', 'key', 'title', 'issuer', 'clientId', 'scopes', 'claims', 'domains'] as const),
        ...(['clientAuthentication', 'onlyDomains', 'trustsEmails', 'createsUsers', 'showsButton'] as const),
        ...(['enabled', 'createdAt', 'updatedAt'] as const),
      ],
    },
  },
  KnownToken: {
    ...settings,
    why: 'tokens that the operator vouches for',
    kept: 'until it is removed',
    fields: { none: ['appId', 'network', 'address', 'symbol', 'name', 'iconUrl', 'priceId', 'createdAt'] },
  },
  AppSecret: {
    ...settings,
    why: "credentials of partners' servers",
    kept: 'until it is revoked or expires',
    ends: true,
    fields: {
      pseudonym: ['createdBy'],
      secret: ['digest', 'sealed'],
      none: ['id', 'appId', 'kind', 'name', 'lastFour', 'createdAt', 'lastUsedAt', 'expiresAt'],
    },
  },
  AppCredential: {
    ...settings,
    why: 'secrets at login providers',
    kept: 'until it is removed',
    fields: { secret: ['sealed'], none: ['appId', 'name'] },
  },
  GameRules: {
    ...settings,
    why: 'rules of the tap game by version',
    kept: 'for good',
    fields: { pseudonym: ['adminId'], none: ['appId', 'version', 'rules', 'createdAt'] },
  },
  Treasury: {
    ...settings,
    why: 'the wallet from which claims are paid',
    kept: 'for good',
    fields: {
      secret: ['sealedSecret'],
      none: ['appId', 'id', 'address', 'pausedBecause', 'problem', 'checkAt', 'createdAt'],
    },
  },
  PayoutBatch: {
    ...settings,
    why: 'claims that one transaction pays',
    kept: 'for good, as the ledger',
    fields: { none: ['id', 'appId', 'transactionId', 'createdAt', 'settledAt'] },
  },
  GameTask: {
    ...settings,
    why: 'tasks of the tap game',
    kept: 'until it is deleted',
    fields: {
      secret: ['sealedSecret', 'sealedPrevious'],
      none: [
        ...(['id', 'appId', 'key', 'title', 'description', 'translations', 'url', 'iconUrl', 'reward'] as const),
        ...(['check', 'repeat', 'enabled', 'startsAt', 'endsAt', 'maxCompletions', 'minLevel', 'minLeague'] as const),
        ...(['position', 'previousUntil', 'createdAt', 'updatedAt', 'deletedAt'] as const),
      ],
    },
  },
  Webhook: {
    ...settings,
    why: "addresses of partners' servers that are told events",
    kept: 'until it is deleted',
    fields: {
      secret: ['sealedSecret', 'sealedPrevious'],
      none: [
        ...(['id', 'appId', 'url', 'description', 'events', 'enabled', 'orderedByUser', 'previousUntil'] as const),
        ...(['failingSince', 'disabledBecause', 'createdAt', 'updatedAt'] as const),
      ],
    },
  },
  Dapp: {
    ...settings,
    why: 'dapps that the player app opens',
    kept: 'until it is deleted',
    fields: {
      none: [
        ...(['id', 'name', 'nameKey', 'url', 'description', 'logoUrl', 'bgImgUrl', 'borderColor'] as const),
        ...(['bgColor', 'position', 'createdAt', 'updatedAt'] as const),
      ],
    },
  },
  GameCenterEntry: {
    ...settings,
    why: "games of the player app's game center",
    kept: 'until it is deleted',
    fields: { none: ['id', 'name', 'link', 'logoUrl', 'order', 'createdAt', 'updatedAt'] },
  },
  ContentPicture: {
    ...settings,
    why: 'pictures that operators uploaded',
    kept: 'for good',
    fields: { none: ['id', 'webp', 'createdAt'] },
  },
}
