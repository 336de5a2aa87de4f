import type { Endpoints } from './endpoint.ts'

export const oidcConnections = {
  list: { method: 'GET', path: '/admin/apps/{appId}/oidc-connections', auth: 'admin' },
  create: { method: 'POST', path: '/admin/apps/{appId}/oidc-connections', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/oidc-connections/{connectionId}', auth: 'admin' },
  delete: { method: 'DELETE', path: '/admin/apps/{appId}/oidc-connections/{connectionId}', auth: 'admin' },
  test: { method: 'POST', path: '/admin/apps/{appId}/oidc-connections/{connectionId}/test', auth: 'admin' },
} as const satisfies Endpoints
