import type { Endpoints } from './endpoint.ts'

export const setup = {
  config: { method: 'GET', path: '/admin/config', auth: 'public' },
  create: { method: 'POST', path: '/admin/setup', auth: 'public' },
  login: { method: 'POST', path: '/admin/login', auth: 'public' },
  logout: { method: 'POST', path: '/admin/logout', auth: 'admin' },
  whoami: { method: 'GET', path: '/admin/me', auth: 'admin' },
} as const satisfies Endpoints

export const admins = {
  list: { method: 'GET', path: '/admin/admins', auth: 'admin' },
  create: { method: 'POST', path: '/admin/admins', auth: 'admin' },
  get: { method: 'GET', path: '/admin/admins/{id}', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/admins/{id}', auth: 'admin' },
  delete: { method: 'DELETE', path: '/admin/admins/{id}', auth: 'admin' },
} as const satisfies Endpoints

export const adminSessions = {
  list: { method: 'GET', path: '/admin/sessions', auth: 'admin', meta: true },
  revoke: { method: 'DELETE', path: '/admin/sessions/{id}', auth: 'admin' },
} as const satisfies Endpoints
