import type { Endpoints } from './endpoint.ts'

export const keys = {
  status: { method: 'GET', path: '/admin/keys', auth: 'admin', role: 'operator' },
  rotate: { method: 'POST', path: '/admin/keys/rotate', auth: 'admin', role: 'owner' },
  rewrap: { method: 'POST', path: '/admin/keys/rewrap', auth: 'admin', role: 'owner' },
  verify: { method: 'POST', path: '/admin/keys/verify', auth: 'admin', role: 'owner' },
  retire: { method: 'POST', path: '/admin/keys/retire', auth: 'admin', role: 'owner', person: true },
} as const satisfies Endpoints
