import type { Endpoints } from './endpoint.ts'

export const appSecrets = {
  list: { method: 'GET', path: '/admin/apps/{appId}/secrets', auth: 'admin' },
  create: { method: 'POST', path: '/admin/apps/{appId}/secrets', auth: 'admin' },
  rotate: { method: 'POST', path: '/admin/apps/{appId}/secrets/{secretId}/rotate', auth: 'admin' },
  revoke: { method: 'DELETE', path: '/admin/apps/{appId}/secrets/{secretId}', auth: 'admin' },
} as const satisfies Endpoints
