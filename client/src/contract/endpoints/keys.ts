import type { Endpoints } from './endpoint.ts'

export const keys = {
  status: { method: 'GET', path: '/admin/keys', auth: 'admin' },
  rotate: { method: 'POST', path: '/admin/keys/rotate', auth: 'admin' },
  rewrap: { method: 'POST', path: '/admin/keys/rewrap', auth: 'admin' },
  verify: { method: 'POST', path: '/admin/keys/verify', auth: 'admin' },
  retire: { method: 'POST', path: '/admin/keys/retire', auth: 'admin' },
} as const satisfies Endpoints
