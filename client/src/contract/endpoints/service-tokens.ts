import type { Endpoints } from './endpoint.ts'

export const serviceTokens = {
  list: { method: 'GET', path: '/admin/service-tokens', auth: 'admin', role: 'viewer', reach: 'apps', meta: true },
  create: {
    method: 'POST',
    path: '/admin/service-tokens',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  revoke: {
    method: 'DELETE',
    path: '/admin/service-tokens/{id}',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  revokeAll: {
    method: 'DELETE',
    path: '/admin/admins/{id}/service-tokens',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
} as const satisfies Endpoints
