import type { Endpoints } from './endpoint.ts'

export const oidcConnections = {
  list: { method: 'GET', path: '/admin/apps/{appId}/oidc-connections', auth: 'admin', role: 'viewer' },
  create: { method: 'POST', path: '/admin/apps/{appId}/oidc-connections', auth: 'admin', role: 'operator' },
  update: {
    method: 'PATCH',
    path: '/admin/apps/{appId}/oidc-connections/{connectionId}',
    auth: 'admin',
    role: 'operator',
  },
  delete: {
    method: 'DELETE',
    path: '/admin/apps/{appId}/oidc-connections/{connectionId}',
    auth: 'admin',
    role: 'operator',
  },
  test: {
    method: 'POST',
    path: '/admin/apps/{appId}/oidc-connections/{connectionId}/test',
    auth: 'admin',
    role: 'operator',
  },
} as const satisfies Endpoints
