import type { Endpoints } from './endpoint.ts'

/** A provider of another's choice can sign in as any user that the connection trusts it for. */
const held = { logins: true } as const

export const oidcConnections = {
  list: { method: 'GET', path: '/admin/apps/{appId}/oidc-connections', auth: 'admin', role: 'viewer' },
  create: { method: 'POST', path: '/admin/apps/{appId}/oidc-connections', auth: 'admin', role: 'operator', held },
  update: {
    method: 'PATCH',
    path: '/admin/apps/{appId}/oidc-connections/{connectionId}',
    auth: 'admin',
    role: 'operator',
    held,
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
