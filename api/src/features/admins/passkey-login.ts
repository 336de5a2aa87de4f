import type { contract, HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { record } from '../audit/record.ts'
import { addressKey } from '../login/attempts.ts'
import { passkeyRefused } from '../webauthn/ceremony.ts'
import { usePasskey } from './passkeys.ts'
import { startAdminSession } from './sessions.ts'

/**
 * Logs an admin in by a passkey, which has verified its holder and so stands for both factors. The passkey must be there
 * when the session begins: a removal ends the sessions that it finds. Throws `passkey_refused`, LimitExceededError.
 */
export const logInByPasskey = async (
  deps: Pick<Platform, 'db' | 'tokens' | 'attempts' | 'findPlace'>,
  response: HandlerInput<typeof contract.setup.loginByPasskey>['response'],
  context: Context,
): Promise<{ token: string }> => {
  await deps.attempts.consume(['challengeByIp', addressKey(context.ip)])
  const { id, admin } = await usePasskey(deps, response, null)
  const by = { actor: 'admin', actorId: String(admin.id) } as const
  const token = await startAdminSession(deps, admin, context, async (tx) => {
    if ((await tx.adminPasskey.count({ where: { id } })) === 0) throw passkeyRefused()
    await record(tx, context, { action: 'admin.login-by-passkey', by })
  })
  if (!token) throw passkeyRefused()
  return { token }
}
