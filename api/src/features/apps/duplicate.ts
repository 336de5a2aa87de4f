import { randomUUID } from 'node:crypto'
import { otherSwitches } from '@openauth/client'
import type { Context, IdentityOf } from '../../handler.ts'
import type { AppModel, Prisma, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { createDataKey } from '../keys/data-keys.ts'
import { nameKey } from '../name-key.ts'
import { switchesOf } from './login-settings.ts'
import { requireDistinct, translateConflict } from './names.ts'
import { addSecret } from './secrets.ts'
import { presentApp } from './settings.ts'

/** Columns that a copy takes over. */
const copied = [
  'description',
  'logoUrl',
  'jwtTTL',
  'credentialDelaySeconds',
  'deletionGraceSeconds',
  'termsUrl',
  'termsVersion',
  'privacyUrl',
  'privacyVersion',
  'telegramMaxAgeSeconds',
  'redirectOrigins',
  'brand',
  ...otherSwitches,
] as const satisfies (keyof AppModel)[]

const settingsOf = (app: AppModel) => ({
  ...(Object.fromEntries(copied.map((name) => [name, app[name]])) as Pick<
    Prisma.AppUncheckedCreateInput,
    (typeof copied)[number]
  >),
  loginSettings: switchesOf(app),
})

const copyPolicy = async (tx: Tx, from: string, to: string): Promise<void> => {
  const policy = await tx.walletPolicy.findUnique({ where: { ownerId: from } })
  if (policy)
    await tx.walletPolicy.create({ data: { ownerId: to, appId: to, rules: policy.rules as Prisma.InputJsonValue } })
  const tokens = await tx.knownToken.findMany({ where: { appId: from } })
  await tx.knownToken.createMany({ data: tokens.map((token) => ({ ...token, appId: to })) })
}

/**
 * Creates an app with the settings, wallet policy and known tokens of another, in the form of the API. Throws `app_not_found`,
 * `app_exists` and newNameErrors.
 */
export const duplicateApp = async (
  { db, keys, settings }: Pick<Platform, 'db' | 'keys' | 'settings'>,
  { id: from, name }: { id: string; name: string },
  context: Context<IdentityOf<'admin'>>,
) => {
  const id = randomUUID()
  return db
    .transaction(async (tx) => {
      const original = await tx.app.findFirst({ where: { id: from, deletedAt: null } })
      if (!original) throw new Problem('app_not_found')
      await requireDistinct(tx, name)
      await tx.app.create({ data: { ...settingsOf(original), id, name, nameKey: nameKey(name) } })
      await createDataKey(tx, keys, { owner: 'app', appId: id })
      await addSecret(tx, keys, id, context.identity.adminId)
      await copyPolicy(tx, from, id)
      await record(tx, context, { action: 'app.duplicate', appId: id, targetId: id, details: { name, from } })
      const copy = await tx.app.findUniqueOrThrow({ where: { id }, include: { credentials: true } })
      return presentApp(tx, { keys, settings }, copy)
    })
    .catch(translateConflict)
}
