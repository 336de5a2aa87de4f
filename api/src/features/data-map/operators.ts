import { NOT_CONCERNED, type Tables } from './table-data.ts'

/** Accounts of operators. */
export const operators: Tables<
  | 'Admin'
  | 'AdminPasskey'
  | 'AdminInvitation'
  | 'ServiceToken'
  | 'AdminTotp'
  | 'AdminRecoveryCode'
  | 'AdminSession'
  | 'DeviceLogin'
  | 'Approval'
  | 'FourEyes'
> = {
  Admin: {
    about: 'operators',
    why: 'the accounts of operators',
    kept: 'for good: the audit trail refers to the row; deleting an admin frees the username',
    deletion: NOT_CONCERNED,
    fields: {
      personal: ['username', 'usernameKey', 'email'],
      pseudonym: ['id'],
      secret: ['passwordHash'],
      none: ['role', 'allApps', 'appIds', 'createdAt', 'deletedAt'],
    },
  },
  AdminPasskey: {
    about: 'operators',
    why: 'logins by passkey',
    kept: 'until it is removed or the admin is deleted',
    deletion: NOT_CONCERNED,
    fields: {
      personal: ['name', 'lastUsedAt'],
      pseudonym: ['id', 'credentialId', 'adminId', 'publicKey'],
      none: ['rpId', 'counter', 'transports', 'createdAt'],
    },
  },
  AdminInvitation: {
    about: 'operators',
    why: 'invitations of new admins',
    kept: 'until it is accepted, revoked or expires',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: {
      personal: ['email'],
      pseudonym: ['id', 'invitedById'],
      secret: ['digest'],
      none: ['role', 'allApps', 'appIds', 'createdAt', 'sentAt', 'expiresAt'],
    },
  },
  ServiceToken: {
    about: 'operators',
    why: 'tokens of admins for scripts',
    kept: '30 days after its end',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: {
      personal: ['lastUsedIp', 'lastUsedAt'],
      pseudonym: ['adminId'],
      secret: ['digest'],
      none: ['id', 'name', 'lastFour', 'role', 'allApps', 'appIds', 'calls', 'createdAt', 'expiresAt', 'revokedAt'],
    },
  },
  AdminTotp: {
    about: 'operators',
    why: 'the authenticator of an admin',
    kept: 'until it is switched off or the admin is deleted',
    deletion: NOT_CONCERNED,
    fields: { pseudonym: ['adminId'], secret: ['sealedSecret'], none: ['createdAt', 'confirmedAt', 'lastStep'] },
  },
  AdminRecoveryCode: {
    about: 'operators',
    why: 'recovery codes of an admin',
    kept: 'until it is used or replaced',
    deletion: NOT_CONCERNED,
    fields: { pseudonym: ['adminId'], secret: ['digest'], none: ['createdAt'] },
  },
  AdminSession: {
    about: 'operators',
    why: 'logins of admins, and from where they began',
    kept: 'until it ends or expires',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: {
      personal: ['ip', 'country', 'city', 'userAgent', 'deviceName', 'lastUsedAt'],
      pseudonym: ['id', 'adminId'],
      none: ['createdAt', 'expiresAt'],
    },
  },
  Approval: {
    about: 'operators',
    why: 'calls of admins that wait for a second one, or were decided',
    kept: '90 days after it was asked for, and until it is decided or expires',
    deletion: 'nothing: a request is about the id of a user; what it asks for is sealed',
    fields: {
      personal: ['ip', 'reason', 'refusal'],
      pseudonym: ['id', 'subject', 'requestedById', 'decidedById', 'tokenId'],
      secret: ['digest', 'sealed'],
      none: [
        ...(['call', 'kinds', 'appId', 'tokenName', 'changes', 'version', 'state', 'createdAt'] as const),
        ...(['expiresAt', 'decidedAt', 'problem'] as const),
      ],
    },
  },
  FourEyes: {
    about: 'operators',
    why: 'which calls wait for a second admin',
    kept: 'for good',
    deletion: NOT_CONCERNED,
    fields: { none: ['id', 'kinds', 'updatedAt'] },
  },
  DeviceLogin: {
    about: 'operators',
    why: 'command lines that wait for an approval',
    kept: 'minutes, until it expires',
    ends: true,
    deletion: NOT_CONCERNED,
    fields: {
      personal: ['deviceName', 'ip', 'userAgent'],
      pseudonym: ['id', 'sessionId'],
      secret: ['deviceDigest', 'userDigest'],
      none: ['createdAt', 'expiresAt', 'lastPolledAt', 'interval', 'deniedAt'],
    },
  },
}
