import { appTokenOf, coversCall, includesRole, isWithinReach, type Route } from '@openauth/client'
import type { AdminIdentity } from './handler.ts'
import { Problem } from './errors.ts'

/**
 * Refuses an admin whose role is too low for a route, or who looks after some apps only where the route is about another
 * one or about the whole server. Throws `role_too_low`, `outside_your_apps`.
 */
export const requireRights = (
  { role, appIds }: AdminIdentity,
  route: Pick<Route, 'path' | 'role' | 'reach'>,
  params: Partial<Record<string, string>>,
): void => {
  if (!route.role || !includesRole(role, route.role))
    throw new Problem('role_too_low', {
      message: `This needs the role ${route.role ?? 'owner'}, and yours is ${role}. An owner can change it`,
    })
  const token = appTokenOf(route.path)
  if (!isWithinReach(appIds, route, token && params[token])) throw new Problem('outside_your_apps')
}

/**
 * Refuses a service token on calls that need a person, and on calls that it is not for.
 * @param call `group.verb`, or a name for what is no call of the contract
 * Throws `person_required`, `call_not_in_token`.
 */
export const requireCall = (
  { serviceToken }: Pick<AdminIdentity, 'serviceToken'>,
  { person }: Pick<Route, 'person'>,
  call: string,
): void => {
  if (!serviceToken) return
  if (person) throw new Problem('person_required')
  if (!coversCall(serviceToken.calls, call)) throw new Problem('call_not_in_token')
}

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
