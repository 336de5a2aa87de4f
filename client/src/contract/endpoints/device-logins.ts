import type { Endpoints } from './endpoint.ts'

export const deviceLogins = {
  start: { method: 'POST', path: '/admin/device-logins', auth: 'public' },
  poll: { method: 'POST', path: '/admin/device-logins/token', auth: 'public' },
  show: { method: 'POST', path: '/admin/device-logins/show', auth: 'admin' },
  approve: { method: 'POST', path: '/admin/device-logins/{id}/approve', auth: 'admin' },
  deny: { method: 'POST', path: '/admin/device-logins/{id}/deny', auth: 'admin' },
} as const satisfies Endpoints
