import type { Held } from '../facts/four-eyes.ts'
import type { Endpoints } from './endpoint.ts'

/** The own password is not held, and neither is the deletion of an admin: a stolen account is closed at once. */
const rights: Held = { access: { role: 'any', apps: 'any', password: 'any' } }

export const setup = {
  config: { method: 'GET', path: '/admin/config', auth: 'public' },
  create: { method: 'POST', path: '/admin/setup', auth: 'public' },
  login: { method: 'POST', path: '/admin/login', auth: 'public' },
  passkeyOptions: { method: 'POST', path: '/admin/login/passkey-options', auth: 'public' },
  loginByPasskey: { method: 'POST', path: '/admin/login/passkey', auth: 'public' },
  logout: { method: 'POST', path: '/admin/logout', auth: 'admin', role: 'viewer', reach: 'apps', person: true },
  whoami: { method: 'GET', path: '/admin/me', auth: 'admin', role: 'viewer', reach: 'apps' },
} as const satisfies Endpoints

export const admins = {
  list: { method: 'GET', path: '/admin/admins', auth: 'admin', role: 'operator' },
  create: { method: 'POST', path: '/admin/admins', auth: 'admin', role: 'owner', person: true, held: { access: true } },
  get: { method: 'GET', path: '/admin/admins/{id}', auth: 'admin', role: 'operator' },
  update: {
    method: 'PATCH',
    path: '/admin/admins/{id}',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
    held: rights,
  },
  delete: { method: 'DELETE', path: '/admin/admins/{id}', auth: 'admin', role: 'owner', person: true },
} as const satisfies Endpoints

export const adminSessions = {
  list: { method: 'GET', path: '/admin/sessions', auth: 'admin', role: 'viewer', reach: 'apps', meta: true },
  revoke: {
    method: 'DELETE',
    path: '/admin/sessions/{id}',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  revokeOthers: {
    method: 'DELETE',
    path: '/admin/sessions',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
} as const satisfies Endpoints
