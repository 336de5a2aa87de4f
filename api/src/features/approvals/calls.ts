import { contract, listRoutes, RESTORE_CALL, type Route } from '@openauth/client'
import type { AdminIdentity } from '../../handler.ts'
import { requireRights } from '../../admin-rights.ts'
import { Problem } from '../../errors.ts'

/** Whom a held call is allowed, and what happens after its approval. */
export interface HeldCall {
  /** `group.verb`. */
  name: string
  /** Undefined for a restore, which is a stream. */
  route: Route | undefined
  /** The path, least role and reach of whoever may make the call, and so approve it. */
  rights: Pick<Route, 'path' | 'role' | 'reach'>
  isCollected: boolean
}

/** Calls whose handlers ask for more than their routes: what they hold is about other admins. */
const stricter: Partial<Record<string, HeldCall['rights']>> = {
  'admins.update': { ...contract.admins.update, role: 'owner', reach: 'server' },
}

const ofContract = listRoutes(contract)
  .filter(({ route }) => route.held !== undefined)
  .map(({ group, verb, route }): HeldCall => {
    const name = `${group}.${verb}`
    return { name, route, rights: stricter[name] ?? route, isCollected: route.collected ?? false }
  })

/** Its requester begins it after the approval, as one collects an answer. */
const restore: HeldCall = {
  name: RESTORE_CALL,
  route: undefined,
  rights: { path: '/admin/restores', role: 'owner' },
  isCollected: true,
}

/** Every call that can be held, by name. */
export const heldCalls: ReadonlyMap<string, HeldCall> = new Map(
  [...ofContract, restore].map((call) => [call.name, call]),
)

/** A held call by its name. Throws `approval_not_found` for one that this version of the server does not have. */
export const heldCallOf = (name: string): HeldCall => {
  const call = heldCalls.get(name)
  if (!call) throw new Problem('approval_not_found')
  return call
}

/** Refuses an admin who may not make a held call, or not for this app. Throws `role_too_low`, `outside_your_apps`. */
export const requireCallRights = (
  identity: AdminIdentity,
  { rights }: Pick<HeldCall, 'rights'>,
  appId: string | null,
): void => requireRights(identity, rights, appId === null ? {} : { appId, id: appId })

/** Whether an admin may make a held call for this app. */
export const mayCall = (identity: AdminIdentity, call: Pick<HeldCall, 'rights'>, appId: string | null): boolean => {
  try {
    requireCallRights(identity, call, appId)
    return true
  } catch {
    return false
  }
}
