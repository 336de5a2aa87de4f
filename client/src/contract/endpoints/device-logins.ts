import type { Endpoints } from './endpoint.ts'

export const deviceLogins = {
  start: { method: 'POST', path: '/admin/device-logins', auth: 'public' },
  poll: { method: 'POST', path: '/admin/device-logins/token', auth: 'public' },
  show: {
    method: 'POST',
    path: '/admin/device-logins/show',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  approve: {
    method: 'POST',
    path: '/admin/device-logins/{id}/approve',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  deny: {
    method: 'POST',
    path: '/admin/device-logins/{id}/deny',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
} as const satisfies Endpoints
