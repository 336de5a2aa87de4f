import { type ClientIdName, clientIdNames, type LoginMethod, switchOf } from '@openauth/client'
import type { AppModel, Prisma } from '../../db.ts'

type MethodSwitch = (typeof switchOf)[LoginMethod]

/** The switches and public identifiers of an app's login methods. */
export type LoginSettings = Record<MethodSwitch, boolean> & Record<ClientIdName, string | null>

const switchNames = Object.values(switchOf)
const names: readonly string[] = [...switchNames, ...clientIdNames]

/** The stored settings, with what is not stored: a switch that is off, no identifier. */
export const loginSettingsOf = ({ loginSettings }: Pick<AppModel, 'loginSettings'>): LoginSettings => {
  const stored = loginSettings as Partial<Record<string, unknown>>
  return Object.fromEntries([
    ...switchNames.map((name) => [name, stored[name] === true]),
    ...clientIdNames.map((name) => [name, stored[name] ?? null]),
  ]) as LoginSettings
}

/**
 * The column after a change: given settings replace stored ones, null removes one. What another version of the server
 * stores stays. Undefined if nothing of it is given.
 */
export const changedLoginSettings = (
  before: AppModel['loginSettings'],
  given: Record<string, unknown>,
): Prisma.InputJsonObject | undefined => {
  const changes = Object.entries(given).filter(([name, value]) => names.includes(name) && value !== undefined)
  if (changes.length === 0) return undefined
  const after = { ...(before as Prisma.JsonObject), ...(Object.fromEntries(changes) as Prisma.JsonObject) }
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null)) as Prisma.InputJsonObject
}

/** The switches alone, as a copy of an app takes them over: identifiers at providers are the app's own. */
export const switchesOf = (app: Pick<AppModel, 'loginSettings'>): Prisma.InputJsonObject => {
  const settings = loginSettingsOf(app)
  return Object.fromEntries(switchNames.map((name) => [name, settings[name]]))
}
