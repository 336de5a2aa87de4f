import type { Tables } from './table-data.ts'

/** Accounts of users and how they log in. */
export const users: Tables<
  | 'User'
  | 'Identity'
  | 'Passkey'
  | 'Avatar'
  | 'Session'
  | 'SupportSession'
  | 'AccountChange'
  | 'UserDeletion'
  | 'Tombstone'
  | 'TermsAcceptance'
  | 'EmailCode'
  | 'OneTime'
  | 'KnownClient'
  | 'OidcRecord'
  | 'OidcLogout'
  | 'OdysseyBinding'
> = {
  User: {
    about: 'users',
    why: 'the account',
    kept: 'until the user is deleted',
    deletion: 'personal columns are cleared; the row stays under its id, to which sends and referrals refer',
    user: { by: 'id', erase: 'own' },
    fields: {
      personal: ['referCode', 'externalId', 'avatar', 'avatarSource', 'displayName', 'lastSeenAt', 'activeOn'],
      pseudonym: ['id', 'referrerId'],
      secret: ['passwordHash'],
      none: [
        'appId',
        'loginVersion',
        'passwordSetAt',
        'referredAt',
        'createdAt',
        'disabledAt',
        'disabledBy',
        'deletedAt',
      ],
    },
  },
  Identity: {
    about: 'users',
    why: 'the ways to log in',
    kept: 'until it is removed or the user is deleted',
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['subject', 'display', 'lookalikeKey'],
      pseudonym: ['userId'],
      none: ['appId', 'provider', 'founding', 'confirmedAt', 'createdAt'],
    },
  },
  Passkey: {
    about: 'users',
    why: 'logins by passkey',
    kept: 'until it is removed or the user is deleted',
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['name', 'lastUsedAt'],
      pseudonym: ['id', 'userId', 'publicKey'],
      none: ['rpId', 'counter', 'transports', 'createdAt'],
    },
  },
  Avatar: {
    about: 'users',
    why: "the server's copy of the picture at a provider",
    kept: "until the user has another picture or is deleted; one that is nobody's picture for a day",
    ends: true,
    deletion: 'the row with the picture is deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { personal: ['webp'], pseudonym: ['id', 'userId'], none: ['createdAt'] },
  },
  Session: {
    about: 'users',
    why: 'logins that last, and from where they began, which the user sees',
    kept: 'until it ends or expires',
    ends: true,
    deletion: 'rows are deleted: tokens stop working',
    user: { by: 'userId', erase: 'own' },
    fields: {
      personal: ['ip', 'country', 'city', 'userAgent', 'lastUsedAt'],
      pseudonym: ['id', 'userId', 'passkeyId'],
      none: ['method', 'replayed', 'createdAt', 'expiresAt'],
    },
  },
  SupportSession: {
    about: 'users',
    why: 'that an operator acted in the name of the user, which the user sees',
    kept: '30 days (`OPENAUTH_ACCOUNT_CHANGE_RETENTION_DAYS`)',
    ends: true,
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      pseudonym: ['id', 'userId'],
      operator: ['adminId', 'adminSessionId', 'reason', 'ip', 'userAgent'],
      none: ['calls', 'createdAt', 'lastUsedAt', 'expiresAt', 'endedAt'],
    },
  },
  AccountChange: {
    about: 'users',
    why: 'changes of how an account is reached: the user sees and undoes them',
    kept: '30 days (`OPENAUTH_ACCOUNT_CHANGE_RETENTION_DAYS`)',
    ends: true,
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['display', 'credential', 'ip', 'userAgent'],
      pseudonym: ['id', 'userId'],
      none: ['kind', 'method', 'createdAt', 'undoneAt'],
    },
  },
  UserDeletion: {
    about: 'users',
    why: 'a deletion that is still to come',
    kept: 'until it is cancelled or carried out',
    deletion: 'the row is deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['holdings'],
      pseudonym: ['userId'],
      none: ['appId', 'requestedAt', 'dueAt', 'checkAt', 'waitsFor', 'isRepeated'],
    },
  },
  TermsAcceptance: {
    about: 'users',
    why: 'which versions of terms and privacy policy the user accepted, when and where',
    kept: 'until the user is deleted',
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { personal: ['version', 'acceptedAt', 'surface'], pseudonym: ['userId'], none: ['document', 'appId'] },
  },
  Tombstone: {
    about: 'users',
    why: 'a backup from before the deletion of a user deletes the user again when it is restored',
    kept: 'for good: nobody knows how old a backup gets',
    deletion: 'a row is added, which tells nobody whose it is',
    fields: { secret: ['digest'], none: ['deletedAt'] },
  },
  EmailCode: {
    about: 'users',
    why: 'codes that were sent by mail',
    kept: 'minutes, until the code expires',
    ends: true,
    deletion: 'those of the address of the user are deleted',
    fields: {
      personal: ['email', 'requester'],
      pseudonym: ['id', 'sessionId'],
      secret: ['sealed'],
      none: ['appId', 'purpose', 'tries', 'strayTries', 'expiresAt'],
    },
  },
  OneTime: {
    about: 'users',
    why: 'what works once: challenges, redirects, proofs; digests of what was used up',
    kept: 'minutes; digests of used credentials until these expire',
    ends: true,
    deletion: 'those that name the user are deleted; digests tell nothing and expire',
    fields: { personal: ['data'], secret: ['digest'], none: ['kind', 'appId', 'expiresAt'] },
  },
  KnownClient: {
    about: 'users',
    why: 'browsers and addresses that an account logged in from have their own budget of wrong guesses',
    kept: '90 days after the last login (`OPENAUTH_KNOWN_CLIENT_RETENTION_DAYS`)',
    ends: true,
    deletion: 'those of the accounts of the user are deleted',
    fields: { pseudonym: ['account', 'client'], none: ['expiresAt'] },
  },
  OidcRecord: {
    about: 'users',
    why: "sessions, grants and tokens of the app's OpenID clients",
    kept: 'until it expires, or the session ends in which it began',
    ends: true,
    deletion: 'rows are deleted: tokens stop working',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      pseudonym: ['userId', 'sessionId', 'sid'],
      secret: ['digest', 'uidDigest', 'codeDigest', 'grant', 'sealed'],
      none: ['appId', 'kind', 'clientId', 'createdAt', 'consumedAt', 'expiresAt'],
    },
  },
  OidcLogout: {
    about: 'users',
    why: 'OpenID clients that have yet to be told that a session has ended',
    kept: 'until the client is told, or its attempts are used up',
    deletion: 'stays until then: the deletion itself ends the sessions of which clients are told',
    user: { by: 'userId', erase: 'keep', unexported: true },
    fields: { pseudonym: ['id', 'userId', 'sid'], none: ['appId', 'clientId', 'attempts', 'dueAt'] },
  },
  OdysseyBinding: {
    about: 'users',
    why: 'the code by which Odyssey knows the user',
    kept: 'until the user is deleted',
    deletion: 'the row is deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: { personal: ['code'], pseudonym: ['userId'], none: ['appId', 'createdAt'] },
  },
}
