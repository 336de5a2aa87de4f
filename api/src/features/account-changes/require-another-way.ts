import { type LoginMethod, switchOf } from '@openauth/client'
import type { Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { providerOf } from '../identities/identity.ts'

/** Throws `last_identity` if the user would have no enabled login method left. */
export const requireAnotherWay = async (tx: Tx, app: LoginApp, userId: string): Promise<void> => {
  const { passwordHash, identities, passkeys } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { passwordHash: true, identities: { select: { provider: true } }, passkeys: { select: { id: true } } },
  })
  const works = (method: LoginMethod) => app[switchOf[method]] && (method !== 'username' || passwordHash !== null)
  const remaining =
    identities.some((identity) => works(providerOf(identity))) || (passkeys.length > 0 && works('passkey'))
  if (!remaining) throw new Problem('last_identity')
}
