import { type Admin, type Endpoint, includesRole, isWithinReach } from '@openauth/client'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { queries } from './queries.ts'

/** A call of the contract's endpoints for admins. */
export type AdminCall = Endpoint<'admin'>

type Rights = Pick<Admin, 'role' | 'apps'>

/** How long the own rights are good unless the server refuses a call. Milliseconds. */
const GOOD_FOR = 60_000

/** Who is signed in, with role and apps. */
export const whoamiQuery = { ...queries.setup.whoami(), staleTime: GOOD_FOR }

/** Whether the role of an admin suffices for a call. */
export const hasRoleFor = ({ role }: Pick<Rights, 'role'>, call: AdminCall): boolean =>
  includesRole(role, call.role ?? 'owner')

/**
 * Whether the server accepts a call of an admin with these rights.
 * @param appId of the call's path, where it is about an app
 */
export const mayCall = (rights: Rights, call: AdminCall, appId?: string): boolean =>
  hasRoleFor(rights, call) && isWithinReach(rights.apps, call, appId)

/** The admin who is signed in; undefined until it is known. */
export const useOwnAdmin = (): Admin | undefined => useQuery(whoamiQuery).data

/** Whether the admin who is signed in looks after some apps only. */
export const useHasSomeApps = (): boolean => {
  const admin = useOwnAdmin()
  return admin !== undefined && admin.apps !== null
}

/** Tells whether a call is allowed for the own role and apps: a call about an app for that of the address. */
export const useRights = (): ((call: AdminCall) => boolean) => {
  const admin = useOwnAdmin()
  const { appId } = useParams()
  return (call) => admin !== undefined && mayCall(admin, call, appId)
}

/** Whether a call is allowed for the own role and apps: a call about an app for that of the address. */
export const useMay = (call: AdminCall): boolean => useRights()(call)
