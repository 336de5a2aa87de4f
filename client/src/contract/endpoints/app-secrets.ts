import type { Endpoints } from './endpoint.ts'

const revealing = { held: { secrets: true }, collected: true } as const

export const appSecrets = {
  list: { method: 'GET', path: '/admin/apps/{appId}/secrets', auth: 'admin', role: 'viewer' },
  create: { method: 'POST', path: '/admin/apps/{appId}/secrets', auth: 'admin', role: 'operator', ...revealing },
  rotate: {
    method: 'POST',
    path: '/admin/apps/{appId}/secrets/{secretId}/rotate',
    auth: 'admin',
    role: 'operator',
    ...revealing,
  },
  revoke: { method: 'DELETE', path: '/admin/apps/{appId}/secrets/{secretId}', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
