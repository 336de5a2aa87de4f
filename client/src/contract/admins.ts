import * as z from 'zod'
import * as endpoints from './endpoints/admins.ts'
import {
  AdminId,
  Empty,
  Id,
  Instant,
  name,
  PageMeta,
  Pagination,
  placeFields,
  password,
  submittedPassword,
  emptyAsUndefined,
} from './fields.ts'
import { newNameErrors } from './errors.ts'
import { adminRoles } from './facts/admin-roles.ts'
import { MIN_ADMIN_PASSWORD } from './facts/passwords.ts'
import { PasskeyOptions } from './admin-passkeys.ts'
import { Assertion } from './passkey-credential.ts'
import { route } from './route.ts'
import { secondFactorCode, secondFactorErrors } from './second-factor.ts'

/** A role of an admin. */
export const role = z
  .enum(adminRoles)
  .describe(
    'viewer reads; support also looks after users; operator also configures apps; owner also manages admins, keys and backups',
  )
const apps = z
  .array(Id)
  .max(1000)
  .nullable()
  .describe('the ids of the apps that the admin looks after; null for all, which an owner has')

export const Admin = z.object({ id: z.int(), username: z.string(), role, apps }).meta({ id: 'Admin' })
export type Admin = z.input<typeof Admin>

/** What a new admin may do unless the call says otherwise: clients from before there were roles expect it. */
const fullRights = { role: role.default('owner'), apps: apps.default(null) }

/** What an admin may do. */
export const adminRightsFields = { role, apps }

export const rightsErrors = ['app_not_found', 'owner_has_all_apps'] as const

const username = name(3, 64)
/** How a new admin will log in. */
export const adminCredentialFields = { username, password: password(MIN_ADMIN_PASSWORD) }
const loginInput = z.object({
  username: z.string().max(256),
  password: submittedPassword(0),
  code: emptyAsUndefined(secondFactorCode).describe(
    'of an admin who has a second factor: the digits of the authenticator, or a recovery code. Without it or a passkey such a login answers `second_factor_required`',
  ),
  passkey: Assertion.optional().describe('in place of a code: the answer to the options of `passkeyOptions`'),
})
export const byAdminId = z.object({ id: AdminId })

/** The caller's own password, which proves that the admin is there. */
export const currentPassword = emptyAsUndefined(submittedPassword(0)).describe(
  'your own password. The console in a browser, and a session that began by a code, must send it to set a password, whoever it is for; ' +
    'where it is sent, it must be right',
)

/** First set-up and the admin's own session. */
export const setup = {
  config: route(endpoints.setup.config, {
    reader: 'Operators',
    summary: 'Show whether the first admin exists',
    description: 'A new server has no admin. Clients call this before they offer set-up or login.',
    input: z.object({}),
    output: z.object({ initialized: z.boolean() }),
  }),
  create: route(endpoints.setup.create, {
    reader: 'Operators',
    summary: 'Create the first admin',
    description:
      'Works once, while the server has no admin, from the same machine or with the set-up code. Log in afterwards to get a token.',
    input: z.object({
      ...adminCredentialFields,
      setupCode: emptyAsUndefined(z.string().max(64)).describe(
        'required from another machine or through a proxy; the server prints it when it starts and stores it in its data folder',
      ),
    }),
    output: Empty,
    errors: ['already_initialized', 'setup_refused', 'setup_code_required', 'name_mixes_scripts', 'name_reserved'],
  }),
  login: route(endpoints.setup.login, {
    reader: 'Operators',
    summary: 'Log in as an admin',
    description: 'Starts a session and returns its token, which is the bearer credential of the admin calls.',
    input: loginInput,
    output: z.object({ token: z.string() }),
    errors: ['invalid_admin_login', ...secondFactorErrors],
  }),
  passkeyOptions: route(endpoints.setup.passkeyOptions, {
    reader: 'Operators',
    summary: 'Begin a login with a passkey: options for navigator.credentials.get',
    description: 'The options name no account: the browser offers the passkeys that it has for this console.',
    input: z.object({}),
    output: PasskeyOptions,
    errors: ['passkey_needs_console', 'too_many_attempts'],
  }),
  loginByPasskey: route(endpoints.setup.loginByPasskey, {
    reader: 'Operators',
    summary: 'Log in as an admin with a passkey',
    description: 'The passkey verifies its holder too, and stands for both factors. Starts a session as a login does.',
    input: z.object({ response: Assertion }),
    output: z.object({ token: z.string() }),
    errors: ['passkey_refused', 'too_many_attempts'],
  }),
  logout: route(endpoints.setup.logout, {
    summary: 'End the session of the token in use',
    description: 'The token stops working at once on this server, and within a second on all others.',
    input: z.object({}),
    output: Empty,
  }),
  whoami: route(endpoints.setup.whoami, {
    summary: 'Show the admin whose token is in use',
    description:
      'Clients use it to check a stored token. Of a service token it also shows the name and the end, and role and apps are what the token may do now.',
    input: z.object({}),
    output: Admin.extend({
      serviceTokenName: z.string().optional().describe('of the service token in use; absent for a session'),
      serviceTokenExpiresAt: Instant.optional(),
      serviceTokenCalls: z.array(z.string()).optional().describe('the calls that it is for; absent for all'),
    }).meta({ id: 'CurrentAdmin' }),
  }),
}

export const admins = {
  list: route(endpoints.admins.list, {
    summary: 'List admins',
    description: 'Every admin of the server, by id.',
    input: z.object({}),
    output: z.array(Admin),
  }),
  create: route(endpoints.admins.create, {
    summary: 'Create an admin',
    description:
      'The new admin logs in with the password given here. Without a role it is an owner, who may do everything.',
    input: z.object({ ...adminCredentialFields, ...fullRights, currentPassword }),
    output: Admin,
    status: 201,
    limited: true,
    errors: ['admin_exists', 'incorrect_password', ...rightsErrors, ...newNameErrors],
  }),
  get: route(endpoints.admins.get, {
    summary: 'Show an admin',
    description: 'Returns one admin by its numeric id.',
    input: byAdminId,
    output: Admin,
    errors: ['admin_not_found'],
  }),
  update: route(endpoints.admins.update, {
    summary: "Change an admin's username, password, role or apps; a new password ends that admin's other sessions",
    description:
      'Only the fields that are given change. Everybody may change the own username and password; the rest needs an owner. A session that began by a code sets its own password only, with the current one. A new role counts from the next call on.',
    input: byAdminId.extend({
      username: emptyAsUndefined(username),
      password: emptyAsUndefined(password(MIN_ADMIN_PASSWORD)),
      role: role.optional(),
      apps: apps.optional(),
      currentPassword,
      expectedUsername: emptyAsUndefined(z.string().max(64)).describe(
        'the name that you saw: where the admin has another one by now, nothing changes',
      ),
    }),
    output: Admin,
    limited: true,
    errors: [
      'admin_not_found',
      'admin_exists',
      'changed_meanwhile',
      'incorrect_password',
      'role_too_low',
      'last_owner',
      'last_approver',
      'password_login_required',
      ...rightsErrors,
      ...newNameErrors,
    ],
  }),
  delete: route(endpoints.admins.delete, {
    summary: 'Delete an admin; the last owner stays',
    description: "The admin's sessions end. Neither the last admin nor the last owner can be deleted.",
    input: byAdminId,
    output: Empty,
    errors: ['admin_not_found', 'last_admin', 'last_owner', 'last_approver'],
  }),
}

export const AdminSession = z
  .object({
    id: Id,
    adminId: z.int(),
    username: z.string(),
    ip: z.string().nullable(),
    ...placeFields,
    userAgent: z.string().nullable(),
    deviceName: z
      .string()
      .nullable()
      .describe(
        'of a command line that was approved by code: what its machine calls itself; null for a login by password',
      ),
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant,
    current: z.boolean(),
  })
  .meta({ id: 'AdminSession' })

export const adminSessions = {
  list: route(endpoints.adminSessions.list, {
    summary: "List admins' sessions: all of them for an owner, the own ones for others",
    description: 'Sessions that have not ended, with the address, place and program that each was started from.',
    input: Pagination.extend({ adminId: AdminId.optional().describe('only the sessions of this admin') }),
    output: z.array(AdminSession),
    meta: PageMeta,
  }),
  revoke: route(endpoints.adminSessions.revoke, {
    summary: 'End an admin session',
    description: 'The token of the session stops working. Only an owner ends sessions of others.',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['session_not_found'],
  }),
  revokeOthers: route(endpoints.adminSessions.revokeOthers, {
    summary: 'End your other sessions, or all of another admin',
    description:
      'Without `adminId` your own sessions end, all but the one in use. Only an owner ends those of another admin, who then signs in again.',
    input: z.object({ adminId: AdminId.optional().describe('by default you') }),
    output: z.object({ ended: z.int().describe('how many sessions ended') }),
    errors: ['admin_not_found', 'role_too_low'],
  }),
}
