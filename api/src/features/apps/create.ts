import { randomUUID } from 'node:crypto'
import { ANY, type OwnWalletPolicy } from '@openauth/client'
import type { Tx } from '../../db.ts'
import type { Context, IdentityOf } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { record } from '../audit/record.ts'
import { createDataKey } from '../keys/data-keys.ts'
import { nameKey } from '../name-key.ts'
import { requireDistinct, translateConflict } from './names.ts'
import { addSecret } from './secrets.ts'
import { presentApp } from './settings.ts'

/** What apps of earlier deployments had switched on. */
const legacyDefaults = {
  loginSettings: { usernameEnabled: true, ethEnabled: true, solEnabled: true },
  legacyWalletLogin: true,
  legacyBind: true,
}

/** For apps with legacy defaults: partners of earlier deployments send without limits. */
const liftPartnerLimits = async (tx: Tx, appId: string): Promise<void> => {
  const rules: OwnWalletPolicy = { partnerLimits: [{ token: ANY, perDay: null }] }
  await tx.walletPolicy.create({ data: { ownerId: appId, appId, rules } })
}

/** Creates an app with its key and its first secret, in the form of the API. Throws `app_exists` and newNameErrors. */
export const createApp = async (
  { db, keys, settings }: Pick<Platform, 'db' | 'keys' | 'settings'>,
  { name }: { name: string },
  context: Context<IdentityOf<'admin'>>,
) => {
  const id = randomUUID()
  const isLegacy = settings.legacyAppDefaults
  return db
    .transaction(async (tx) => {
      await requireDistinct(tx, name)
      await tx.app.create({ data: { id, name, nameKey: nameKey(name), ...(isLegacy ? legacyDefaults : {}) } })
      await createDataKey(tx, keys, { owner: 'app', appId: id })
      await addSecret(tx, keys, id, context.identity.adminId)
      if (isLegacy) await liftPartnerLimits(tx, id)
      await record(tx, context, { action: 'app.create', appId: id, targetId: id, details: { name } })
      const app = await tx.app.findUniqueOrThrow({ where: { id }, include: { credentials: true } })
      return presentApp(tx, { keys, settings }, app)
    })
    .catch(translateConflict)
}
