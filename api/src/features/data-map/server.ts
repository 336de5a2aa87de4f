import { NOT_CONCERNED, type Tables } from './table-data.ts'

const own = { about: 'server', deletion: NOT_CONCERNED } as const

/** Keys of the server. */
export const server: Tables<'KeyCanary' | 'SigningKey' | 'OidcKey' | 'AddressSalt'> = {
  KeyCanary: {
    ...own,
    why: 'whether the keyring is the right one',
    kept: 'until its key is retired',
    fields: { secret: ['sealed'], none: ['kekId', 'createdAt'] },
  },
  SigningKey: {
    ...own,
    why: 'keys that sign session tokens',
    kept: 'until no token carries it',
    ends: true,
    fields: { secret: ['sealedPrivate'], none: ['kid', 'publicKey', 'createdAt', 'activeAt'] },
  },
  OidcKey: {
    ...own,
    why: 'keys of the OpenID provider',
    kept: 'until no token carries it',
    ends: true,
    fields: { secret: ['sealed'], none: ['kid', 'kind', 'createdAt', 'activeAt'] },
  },
  AddressSalt: {
    ...own,
    why: 'salts of the digests in PlayerAddress',
    kept: 'two days, after which these tell nothing',
    ends: true,
    fields: { secret: ['salt'], none: ['day'] },
  },
}
