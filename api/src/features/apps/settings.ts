import { type Brand, type CredentialName, credentialNames, otherSwitches } from '@openauth/client'
import type { Tx, AppModel, AppCredentialModel } from '../../db.ts'
import type { Settings } from '../../env.ts'
import type { Custody } from '../../custody/index.ts'
import { brandOf, withPublicPictures } from './brand.ts'
import { type LoginSettings, loginSettingsOf } from './login-settings.ts'
import { withDataKey } from '../keys/data-keys.ts'

const PURPOSE = 'app-credential'

/** Settings that are columns of their own, without the name. */
const columnNames = [
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
  ...otherSwitches,
] as const

type Stored = AppModel & { credentials: AppCredentialModel[] }
export type AppOutput = Omit<AppModel, 'brand' | 'loginSettings'> &
  LoginSettings &
  Record<CredentialName, string | null> & { brand: Brand }

/** What is needed to present an app: the keys that decrypt its credentials, and the base address of its uploaded pictures. */
export interface PresentNeeds {
  keys: Custody
  settings: Pick<Settings, 'publicUrl'>
}

/** An app in the form of the API, with its credentials opened. */
export const presentApp = async (
  tx: Tx,
  { keys, settings }: PresentNeeds,
  { credentials, loginSettings, ...stored }: Stored,
): Promise<AppOutput> => {
  const shown = withPublicPictures(settings.publicUrl, stored)
  const app = { ...shown, ...loginSettingsOf({ loginSettings }), brand: brandOf(shown.brand) }
  const none = Object.fromEntries(credentialNames.map((name) => [name, null])) as Record<CredentialName, string | null>
  if (credentials.length === 0) return { ...app, ...none }
  const opened = await withDataKey(tx, keys, { owner: 'app', appId: app.id }, ({ open }) =>
    credentials.map(({ name, sealed }) => [name, open(PURPOSE, name, sealed)] as const),
  )
  return { ...app, ...none, ...Object.fromEntries(opened) }
}

const pick = (names: readonly string[], from: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]))

/** Those of the settings that are columns of their own. */
export const columnsOf = (settings: Record<string, unknown>): Record<string, unknown> => pick(columnNames, settings)

/**
 * Writes those of the settings that are credentials. Each is a row of its own, so that concurrent changes do not
 * overwrite one another.
 */
export const writeCredentials = async (
  tx: Tx,
  keys: Custody,
  appId: string,
  settings: Record<string, unknown>,
): Promise<void> => {
  const given = Object.entries(pick(credentialNames, settings)) as [CredentialName, string | null][]
  if (given.length === 0) return
  await withDataKey(tx, keys, { owner: 'app', appId }, async ({ seal }) => {
    for (const [name, text] of given) {
      if (text === null) await tx.appCredential.deleteMany({ where: { appId, name } })
      else {
        const sealed = seal(PURPOSE, name, text)
        await tx.appCredential.upsert({
          where: { appId_name: { appId, name } },
          create: { appId, name, sealed },
          update: { sealed },
        })
      }
    }
  })
}
