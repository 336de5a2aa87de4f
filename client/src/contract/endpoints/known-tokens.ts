import type { Endpoints } from './endpoint.ts'

export const knownTokens = {
  list: { method: 'GET', path: '/admin/apps/{appId}/tokens', auth: 'admin' },
  set: { method: 'POST', path: '/admin/apps/{appId}/tokens', auth: 'admin' },
  remove: { method: 'DELETE', path: '/admin/apps/{appId}/tokens', auth: 'admin' },
} as const satisfies Endpoints
