import { z } from 'zod'
import { decimal, Empty, Id, Instant, name, PageMeta, Pagination, password, sentPassword, unless } from './fields.ts'
import { route } from './route.ts'

export const Admin = z.object({ id: z.int(), username: z.string() }).meta({ id: 'Admin' })
export type Admin = z.input<typeof Admin>

const username = name(3, 64)
const credentials = { username, password: password(8) }
const loginInput = z.object({ username: z.string().max(256), password: sentPassword(0) })
const byId = z.object({ id: decimal(z.int().min(1).max(2_147_483_647)) })

/** First set-up and the admin's own session. */
export const setup = {
  config: route({
    method: 'GET',
    path: '/admin/config',
    auth: 'public',
    summary: 'Tell whether the first admin exists',
    input: z.object({}),
    output: z.object({ initialized: z.boolean() }),
  }),
  create: route({
    method: 'POST',
    path: '/admin/setup',
    auth: 'public',
    summary: 'Create the first admin',
    input: z.object(credentials),
    output: Empty,
    errors: ['already_initialized'],
  }),
  login: route({
    method: 'POST',
    path: '/admin/login',
    auth: 'public',
    summary: 'Log in as an admin',
    input: loginInput,
    output: z.object({ token: z.string() }),
    errors: ['invalid_admin_login', 'too_many_attempts'],
  }),
  logout: route({
    method: 'POST',
    path: '/admin/logout',
    auth: 'admin',
    summary: 'End the session of the token in use',
    input: z.object({}),
    output: Empty,
  }),
  whoami: route({
    method: 'GET',
    path: '/admin/me',
    auth: 'admin',
    summary: 'Show the admin whose token is in use',
    input: z.object({}),
    output: Admin,
  }),
}

export const admins = {
  list: route({
    method: 'GET',
    path: '/admin/admins',
    auth: 'admin',
    summary: 'List admins',
    input: z.object({}),
    output: z.array(Admin),
  }),
  create: route({
    method: 'POST',
    path: '/admin/admins',
    auth: 'admin',
    summary: 'Create an admin',
    input: z.object(credentials),
    output: Admin,
    status: 201,
    errors: ['admin_exists'],
  }),
  get: route({
    method: 'GET',
    path: '/admin/admins/{id}',
    auth: 'admin',
    summary: 'Show an admin',
    input: byId,
    output: Admin,
    errors: ['admin_not_found'],
  }),
  update: route({
    method: 'PATCH',
    path: '/admin/admins/{id}',
    auth: 'admin',
    summary: "Change an admin's username or password; a new password ends that admin's other sessions",
    input: byId.extend({ username: unless(username), password: unless(password(8)) }),
    output: Admin,
    errors: ['admin_not_found', 'admin_exists'],
  }),
  delete: route({
    method: 'DELETE',
    path: '/admin/admins/{id}',
    auth: 'admin',
    summary: 'Delete an admin; the last one stays',
    input: byId,
    output: Empty,
    errors: ['admin_not_found', 'last_admin'],
  }),
}

export const AdminSession = z
  .object({
    id: Id,
    adminId: z.int(),
    username: z.string(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: Instant,
    lastUsedAt: Instant,
    expiresAt: Instant,
    current: z.boolean(),
  })
  .meta({ id: 'AdminSession' })

export const adminSessions = {
  list: route({
    method: 'GET',
    path: '/admin/sessions',
    auth: 'admin',
    summary: "List every admin's sessions",
    input: Pagination,
    output: z.array(AdminSession),
    meta: PageMeta,
  }),
  revoke: route({
    method: 'DELETE',
    path: '/admin/sessions/{id}',
    auth: 'admin',
    summary: 'End an admin session',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['session_not_found'],
  }),
}
