import type { CredentialInput } from '@openauth/client'
import { Problem } from '../../../errors.ts'
import { displayNameOf } from '../../../lib/providers/account.ts'
import { TelegramDataError, verifyTelegramData } from '../../../lib/telegram/verify.ts'
import type { LoginApp } from '../login-apps.ts'
import type { VerifiedCredential, VerifyCredential } from '../verified-credential.ts'

const verified = (app: LoginApp, data: CredentialInput<'telegram'>['data'], publicKey: string) => {
  const { telegramBotToken: token, telegramBotId: id, telegramMaxAgeSeconds: maxAge } = app
  if (!token && !id) throw new Problem('method_not_configured')
  try {
    return verifyTelegramData(data, { token, id, publicKey, maxAge })
  } catch (error) {
    if (!(error instanceof TelegramDataError)) throw error
    const code = error.reason === 'expired' ? 'init_data_expired' : 'init_data_invalid'
    throw new Problem(code, { issues: [{ path: 'data', message: error.message }] })
  }
}

const pictureOf = (app: LoginApp, telegramId: string, photoUrl: string | null): VerifiedCredential['picture'] => {
  if (app.telegramBotToken) return { kind: 'telegram', telegramId }
  return photoUrl ? { kind: 'url', url: photoUrl } : null
}

/** Init data of a mini-app, or the fields of the Login Widget. Usable until it is too old; it opens one account at most. */
export const verifyTelegramCredential: VerifyCredential<CredentialInput<'telegram'>> = async (
  { settings },
  app,
  { data },
) => {
  const { user, authDate, proof } = verified(app, data, settings.telegramPublicKey)
  return {
    identity: { provider: 'telegram', subject: user.id, display: user.id },
    displayName: displayNameOf(user.name),
    picture: pictureOf(app, user.id, user.photoUrl),
    opensOnce: {
      secret: `telegram ${proof}`,
      expiresAt: new Date(authDate.getTime() + (app.telegramMaxAgeSeconds + 60) * 1000),
    },
  }
}
