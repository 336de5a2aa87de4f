import type { CredentialInput } from '@openauth/client'
import { Problem } from '../../../errors.ts'
import { displayNameOf } from '../../../lib/providers/account.ts'
import { TelegramDataError, verifyTelegramData } from '../../../lib/telegram/verify.ts'
import type { LoginApp } from '../../apps/login-apps.ts'
import { useOnce } from '../reusable.ts'
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

/**
 * Verifies init data of a mini-app or fields of the Login Widget. Valid for logins until it is too old, since clients in the
 * field send it at every load, and for at most one new account. A bind or a reauthentication accepts it only before its first
 * use. Throws `init_data_replayed`.
 */
export const verifyTelegramCredential: VerifyCredential<CredentialInput<'telegram'>> = async (
  { db, settings },
  app,
  { data },
  _context,
  bound,
) => {
  const { user, authDate, fingerprint } = verified(app, data, settings.telegramPublicKey)
  const opensOnce = {
    secret: `telegram ${fingerprint}`,
    expiresAt: new Date(authDate.getTime() + (app.telegramMaxAgeSeconds + 60) * 1000),
  }
  const isReplayed = bound.purpose !== 'login' && !(await useOnce(db, app.id, opensOnce.secret, opensOnce.expiresAt))
  if (isReplayed) throw new Problem('init_data_replayed')
  return {
    identity: { provider: 'telegram', subject: user.id, display: user.id },
    displayName: displayNameOf(user.name),
    picture: pictureOf(app, user.id, user.photoUrl),
    opensOnce,
    reusable: opensOnce,
  }
}
