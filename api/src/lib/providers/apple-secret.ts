import { importPKCS8, SignJWT } from 'jose'
import { ProviderMisconfiguredError } from '../provider-errors.ts'
import type { ClientCredentials } from './types.ts'

/**
 * The client secret that an app signs for Apple, valid for five minutes:
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 * Throws ProviderMisconfiguredError when the key is missing or is not a P-256 key in PKCS#8 PEM.
 */
export const appleClientSecret = async ({ clientId, apple }: ClientCredentials, audience: string): Promise<string> => {
  if (!clientId || !apple?.teamId || !apple.keyId || !apple.privateKey)
    throw new ProviderMisconfiguredError('The app lacks its Services ID, team id, key id or private key for Apple')
  try {
    const key = await importPKCS8(apple.privateKey.trim(), 'ES256')
    return await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: apple.keyId })
      .setIssuer(apple.teamId)
      .setSubject(clientId)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('5 min')
      .sign(key)
  } catch {
    throw new ProviderMisconfiguredError("The app's private key for Apple is not a P-256 key in PKCS#8 PEM")
  }
}
