import type { Endpoints } from './endpoint.ts'

const revealing = { held: { secrets: true }, collected: true } as const

export const oidcClients = {
  list: { method: 'GET', path: '/admin/apps/{appId}/oidc-clients', auth: 'admin', role: 'viewer' },
  create: { method: 'POST', path: '/admin/apps/{appId}/oidc-clients', auth: 'admin', role: 'operator', ...revealing },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/oidc-clients/{clientId}', auth: 'admin', role: 'operator' },
  rotateSecret: {
    method: 'POST',
    path: '/admin/apps/{appId}/oidc-clients/{clientId}/rotate-secret',
    auth: 'admin',
    role: 'operator',
    ...revealing,
  },
  delete: { method: 'DELETE', path: '/admin/apps/{appId}/oidc-clients/{clientId}', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints

export const connectedApps = {
  list: { method: 'GET', path: '/user/connected-apps', auth: 'user' },
  revoke: { method: 'DELETE', path: '/user/connected-apps/{clientId}', auth: 'user' },
} as const satisfies Endpoints

export const oidcResources = {
  list: { method: 'GET', path: '/admin/apps/{appId}/oidc-resources', auth: 'admin', role: 'viewer' },
  create: { method: 'POST', path: '/admin/apps/{appId}/oidc-resources', auth: 'admin', role: 'operator' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/oidc-resources/{id}', auth: 'admin', role: 'operator' },
  delete: { method: 'DELETE', path: '/admin/apps/{appId}/oidc-resources/{id}', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
