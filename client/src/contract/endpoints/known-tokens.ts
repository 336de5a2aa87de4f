import type { Endpoints } from './endpoint.ts'

export const knownTokens = {
  list: { method: 'GET', path: '/admin/apps/{appId}/tokens', auth: 'admin', role: 'viewer' },
  set: { method: 'POST', path: '/admin/apps/{appId}/tokens', auth: 'admin', role: 'operator' },
  remove: { method: 'DELETE', path: '/admin/apps/{appId}/tokens', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
