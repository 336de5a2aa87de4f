import { slices } from './slices.generated.ts'

type Slices = typeof slices
type AddressName = { [P in keyof Slices]: keyof Slices[P]['addresses'] }[keyof Slices] | 'telegramApi'

/**
 * Base addresses of the providers, by name. Google's, Apple's and Hugging Face's are also the issuers of their ID tokens.
 */
export type ProviderAddresses = Record<AddressName, string>

export const providerAddresses = Object.assign(
  { telegramApi: 'https://api.telegram.org' },
  ...Object.values(slices).map(({ addresses }) => addresses),
) as ProviderAddresses
