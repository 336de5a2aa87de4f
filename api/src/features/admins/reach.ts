import type { AdminIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'

/**
 * The ids of the apps that an admin's call is about: the one that it names, or those that the admin looks after. Undefined for
 * all apps. Throws `outside_your_apps`.
 */
export const appsInReach = (
  { appIds }: Pick<AdminIdentity, 'appIds'>,
  named?: string,
): readonly string[] | undefined => {
  if (named === undefined) return appIds ?? undefined
  if (appIds && !appIds.includes(named.toLowerCase())) throw new Problem('outside_your_apps')
  return [named]
}
