import type { LoginMethod } from '@openauth/client'
import { providerSlice } from '../../lib/providers/index.ts'
import { isRedirectProvider } from '../login/provider-clients.ts'

/** The page of a provider's console that has the credentials, and the provider's documentation of it. */
export interface VendorPages {
  consoleUrl: string | null
  docsUrl: string | null
}

/** Null for methods without a provider. */
export const vendorPagesOf = (method: LoginMethod): VendorPages => {
  if (method === 'telegram')
    return { consoleUrl: 'https://t.me/BotFather', docsUrl: 'https://core.telegram.org/bots/features#botfather' }
  if (!isRedirectProvider(method)) return { consoleUrl: null, docsUrl: null }
  const { consoleUrl, docsUrl } = providerSlice(method)
  return { consoleUrl, docsUrl }
}
