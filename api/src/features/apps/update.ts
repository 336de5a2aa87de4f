import { type contract, credentialNames, type HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { AppModel, Prisma } from '../../db.ts'
import { record } from '../audit/record.ts'
import { nameKey } from '../name-key.ts'
import { storePictures } from '../pictures/address.ts'
import { nextVersion, requireUnchanged } from '../versions.ts'
import { changedBrand } from './brand.ts'
import { changedLoginSettings, loginSettingsOf } from './login-settings.ts'
import { requireDistinct, translateConflict } from './names.ts'
import { lockApp } from './require-app.ts'
import { columnsOf, presentApp, writeCredentials } from './settings.ts'
import type { AppNeeds } from './needs.ts'

const include = { credentials: true }

type Stored = AppModel & { credentials: { name: string }[] }

/** A setting as the audit trail tells it: of a credential, whether there is one. */
const told = (app: Stored, name: string): Prisma.InputJsonValue | null => {
  if (isCredential(name)) return app.credentials.some((credential) => credential.name === name) ? '(set)' : null
  return { ...app, ...loginSettingsOf(app) }[name as keyof AppModel]
}

const isCredential = (name: string): boolean => (credentialNames as readonly string[]).includes(name)

/** The given settings whose values differ. A given credential counts: the trail does not tell one from another. */
const changedNames = (before: Stored, after: Stored, given: string[]): string[] =>
  given.filter((name) => isCredential(name) || JSON.stringify(told(before, name)) !== JSON.stringify(told(after, name)))

const toldAll = (app: Stored, names: string[]): Prisma.InputJsonObject =>
  Object.fromEntries(names.map((name) => [name, told(app, name)]))

/**
 * Changes settings of an app, in the form of the API. Throws `app_not_found`, `app_exists`, newNameErrors, and
 * `changed_meanwhile` where the app is another one than the operator saw.
 */
export const updateApp = async (
  { db, keys, settings, loginApps }: Pick<AppNeeds, 'db' | 'keys' | 'settings' | 'loginApps'>,
  { id, name, brand, expectedUpdatedAt, ...changes }: HandlerInput<typeof contract.apps.update>,
  context: Context,
) => {
  const given = Object.entries({ name, brand, ...changes }).flatMap(([key, value]) =>
    value === undefined ? [] : [key],
  )
  const updated = await db
    .transaction(async (tx) => {
      await lockApp(tx, id)
      const before = await tx.app.findUniqueOrThrow({ where: { id }, include })
      requireUnchanged(before.updatedAt, expectedUpdatedAt)
      if (name !== undefined && nameKey(name) !== before.nameKey) await requireDistinct(tx, name, id)
      const naming = name === undefined ? {} : { name, nameKey: nameKey(name) }
      const branding = brand === undefined ? {} : { brand: await changedBrand(tx, before.brand, brand) }
      const columns = await storePictures(tx, columnsOf(changes), ['logoUrl'])
      const loginSettings = changedLoginSettings(before.loginSettings, changes)
      const logins = loginSettings ? { loginSettings } : {}
      const data = { ...naming, ...columns, ...logins, ...branding, updatedAt: nextVersion(before.updatedAt) }
      await tx.app.update({ where: { id }, data })
      await writeCredentials(tx, keys, id, changes)
      const after = await tx.app.findUniqueOrThrow({ where: { id }, include })
      const changed = changedNames(before, after, given)
      const details = { changed, before: toldAll(before, changed), after: toldAll(after, changed) }
      if (changed.length > 0) await record(tx, context, { action: 'app.update', appId: id, targetId: id, details })
      return presentApp(tx, { keys, settings }, after)
    })
    .catch(translateConflict)
  loginApps.invalidate()
  return updated
}
