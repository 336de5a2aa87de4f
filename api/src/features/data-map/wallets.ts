import type { Tables } from './table-data.ts'

/** Wallets of users and what they send. */
export const wallets: Tables<
  'Wallet' | 'WalletSeed' | 'DataKey' | 'Transaction' | 'Spend' | 'WalletPolicy' | 'DappPermission'
> = {
  Wallet: {
    about: 'users',
    why: "the user's wallets",
    kept: 'for good: what arrives later at an address can be recovered by the operator only with its key',
    deletion: 'stays under the id, without the person; nothing signs with its key',
    user: { by: 'userId', erase: 'keep' },
    fields: {
      personal: ['address'],
      pseudonym: ['userId'],
      secret: ['sealedSecret'],
      none: ['chain', 'keyVersion', 'createdAt'],
    },
  },
  WalletSeed: {
    about: 'users',
    why: 'what the wallets are derived from',
    kept: 'for good, as the wallets',
    deletion: 'stays, as the wallets',
    user: { by: 'userId', erase: 'keep', unexported: true },
    fields: { pseudonym: ['userId'], secret: ['sealedEntropy'] },
  },
  DataKey: {
    about: 'users',
    why: 'the key under which the keys of one user, or the secrets of one app, are sealed',
    kept: 'for good, as the wallets',
    deletion: 'stays, as the wallets',
    user: { by: 'ownerId', erase: 'keep', unexported: true },
    fields: { pseudonym: ['ownerId'], secret: ['wrappedKey'], none: ['owner', 'appId', 'kekId'] },
  },
  Transaction: {
    about: 'users',
    why: 'the ledger of sends: nothing is signed twice, and sends can be accounted for',
    kept: 'for good; the address of the machine that asked for it: 365 days (`OPENAUTH_SEND_ADDRESS_RETENTION_DAYS`)',
    deletion:
      'stays under the id, as the chain, which is public, has it; the address of the machine that asked is cleared',
    user: { by: 'userId', erase: 'clear', clears: ['initiatorIp', 'idempotencyKey', 'bodyDigest'] },
    fields: {
      personal: ['fromAddress', 'toAddress', 'token', 'amount', 'initiatorIp', 'idempotencyKey', 'signature'],
      pseudonym: ['id', 'userId', 'initiatorId'],
      secret: ['bodyDigest', 'signed', 'formerSignatures'],
      none: [
        'appId',
        'chain',
        'network',
        'kind',
        'status',
        'decimals',
        'initiator',
        'rpcUrl',
        'nonce',
        'validFrom',
        'validUntil',
        'maxFee',
        'broadcast',
        'cancelled',
        'checkAt',
        'error',
        'createdAt',
        'submittedAt',
        'settledAt',
      ],
    },
  },
  Spend: {
    about: 'users',
    why: 'what a send takes out of its wallet: limits over a day are kept by these',
    kept: 'for good, as the ledger',
    deletion: 'stays under the id',
    user: { by: 'userId', erase: 'keep' },
    fields: {
      personal: ['token', 'amount', 'fee'],
      pseudonym: ['transactionId', 'userId'],
      none: ['network', 'createdAt', 'partnerAppId'],
    },
  },
  WalletPolicy: {
    about: 'users',
    why: 'what the wallets of an app, or of one of its users, may be used for',
    kept: 'until it is removed or the user is deleted',
    deletion: 'the row of the user is deleted',
    user: { by: 'ownerId', erase: 'delete' },
    fields: { personal: ['rules'], pseudonym: ['ownerId'], none: ['appId', 'updatedAt'] },
  },
  DappPermission: {
    about: 'users',
    why: "which pages may see the wallet's address",
    kept: 'until it is removed or the user is deleted',
    deletion: 'rows are deleted',
    user: { by: 'userId', erase: 'delete' },
    fields: {
      personal: ['origin', 'name', 'lastUsedAt'],
      pseudonym: ['id', 'userId'],
      none: ['createdAt'],
    },
  },
}
