import type { IncomingMessage } from 'node:http'
import type { AdminRole, Auth, Contract, HandlerInput, HandlerResult, Route } from '@openauth/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Device } from './device-cookie.ts'

export interface AdminIdentity {
  kind: 'admin'
  adminId: number
  /** Of a call with a service token: the id of that, which no session has. */
  sessionId: string
  role: AdminRole
  /** The ids of the apps that the admin looks after; null for all. */
  appIds: readonly string[] | null
  /** Whether the call comes with the cookie of a console in a browser. */
  isConsole?: boolean
  /** Whether the session began by a code that was approved (RFC 8628), not by the admin's password. */
  isByCode?: boolean
  /** Of a call that a second admin approved: the approval, and the id of who approved it. */
  approval?: { id: string; approvedBy: number }
  /** The token of a call by a program, whose role and apps are the least of its own and its admin's. */
  serviceToken?: ServiceTokenIdentity
}

export interface ServiceTokenIdentity {
  name: string
  /** The calls that it is for, `group.verb` or `group.*`; null for all. */
  calls: readonly string[] | null
  expiresAt: Date
}

export interface AppIdentity {
  kind: 'app'
  appId: string
  /** The id of the app secret in the request. */
  secretId: string
}
export interface UserIdentity {
  kind: 'user'
  userId: string
  appId: string
  /** Of support: the id of its session, which no login began. */
  sessionId: string
  /** The admin who acts in the name of the user; undefined for the user. */
  support?: { adminId: number; reason: string }
}
export type Identity = AdminIdentity | AppIdentity | UserIdentity | { kind: 'public' }
export type IdentityOf<A extends Auth> = Extract<Identity, { kind: A }>

/** A handler's information about its caller, beside the input. */
export interface Context<I extends Identity = Identity> {
  identity: I
  ip: string
  userAgent: string | null
  /**
   * The user whose token a public call carries, where its route reads one; a token that is not valid counts as none.
   */
  user: () => Promise<UserIdentity | undefined>
  /** The caller's device cookie, read on demand. */
  device: () => Device
  /** The raw request, for decisions by its origin. */
  message: IncomingMessage
  log: FastifyBaseLogger
}

/** A route's handler: input in, `data` (or `{data, meta}`) out, independent of HTTP. */
export type Handler<R extends Route> = (
  input: HandlerInput<R>,
  context: Context<IdentityOf<R['auth']>>,
) => Promise<HandlerResult<R>>
/** The handlers of one group of the contract; a missing one does not compile. */
export type Handlers<G extends keyof Contract> = {
  [V in keyof Contract[G]]: Contract[G][V] extends Route ? Handler<Contract[G][V]> : never
}
export type AllHandlers = { [G in keyof Contract]: Handlers<G> }
