import { type Provider, identityFields } from '@openauth/client'
import type { IdentityModel, UserModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { parseEthereumAddress, parseSolanaAddress } from '../../lib/addresses.ts'
import { publicAvatarUrl } from '../avatars/address.ts'
import { nameKey } from '../name-key.ts'

/** An identity that a login method has verified: `subject` in canonical form, `display` as people know it. */
export interface VerifiedIdentity {
  provider: Provider
  subject: string
  display: string
}

/** The provider of a stored identity: its column is text, and has providers of the contract. */
export const providerOf = ({ provider }: Pick<IdentityModel, 'provider'>): Provider => provider as Provider

const refuseInput = (provider: Provider): never => {
  const field = identityFields[provider]
  throw new Problem('invalid_input', { issues: [{ path: field, message: `is not a valid ${provider} address` }] })
}

const address = (provider: 'ethereum' | 'solana', text: string): VerifiedIdentity => {
  const parsed = provider === 'ethereum' ? parseEthereumAddress(text) : parseSolanaAddress(text)
  return parsed ? { provider, subject: parsed, display: parsed } : refuseInput(provider)
}

/** Brings a value into canonical form. Throws `invalid_input` where it is no identity of the provider. */
export const canonicalIdentity = (provider: Provider, value: string, display = value): VerifiedIdentity => {
  switch (provider) {
    case 'ethereum':
    case 'solana':
      return address(provider, value)
    case 'username':
      return { provider, subject: nameKey(value), display }
    case 'email':
    case 'google':
      if (!value.includes('@')) return { provider, subject: value, display: display.toLowerCase() }
      return { provider, subject: value.toLowerCase(), display: value.toLowerCase() }
    case 'oidc':
      // The issuer and its id of the account, which may be any text.
      return { provider, subject: value, display }
    default:
      return { provider, subject: value.includes('@') ? value.toLowerCase() : value, display }
  }
}

/**
 * The providers of which a user's field has the display name. Fields of the others have the provider's id of the
 * account, by which partners join: a handle may pass to another person.
 */
export const shownByDisplay: readonly Provider[] = ['email', 'google', 'username', 'ethereum', 'solana']

type UserRow = Omit<UserModel, 'passwordHash'> & {
  identities: Pick<IdentityModel, 'provider' | 'subject' | 'display'>[]
}

type FlatIdentities = Record<(typeof identityFields)[Provider], string | null>
const fieldOf = Object.entries(identityFields) as [Provider, keyof FlatIdentities][]

/** A User's fields by provider. */
export const flatIdentities = (shown: Partial<Record<Provider, string>>): FlatIdentities => {
  const flat = {} as FlatIdentities
  for (const [provider, field] of fieldOf) flat[field] = shown[provider] ?? null
  return flat
}

const shownIdentity = ({ provider, subject, display }: UserRow['identities'][number]) =>
  [provider, shownByDisplay.includes(providerOf({ provider })) ? display : subject] as const

/** A user in the form of the API. */
export const presentUser = (publicUrl: string, { identities, disabledAt, disabledBy, ...user }: UserRow) => ({
  ...user,
  avatar: publicAvatarUrl(publicUrl, user.avatar),
  ...flatIdentities(Object.fromEntries(identities.map(shownIdentity))),
  disabled: disabledAt !== null,
  disabledBy: disabledBy === 'app' ? ('app' as const) : disabledBy && ('admin' as const),
})
