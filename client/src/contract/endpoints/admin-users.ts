import type { Endpoints } from './endpoint.ts'

export const users = {
  find: { method: 'GET', path: '/admin/users', auth: 'admin', meta: true },
  list: { method: 'GET', path: '/admin/apps/{appId}/users', auth: 'admin', meta: true },
  get: { method: 'GET', path: '/admin/apps/{appId}/users/{id}', auth: 'admin' },
  referral: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/referral', auth: 'admin' },
  wallets: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/wallets', auth: 'admin' },
  sessions: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/sessions', auth: 'admin' },
  transactions: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/transactions', auth: 'admin', meta: true },
  disable: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/disable', auth: 'admin' },
  enable: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/enable', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/users/{id}', auth: 'admin' },
  endSessions: { method: 'DELETE', path: '/admin/apps/{appId}/users/{id}/sessions', auth: 'admin' },
  sendLoginCode: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/send-login-code', auth: 'admin' },
  revokeSession: { method: 'DELETE', path: '/admin/apps/{appId}/users/{id}/sessions/{sessionId}', auth: 'admin' },
  passkeys: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/passkeys', auth: 'admin' },
  dappPermissions: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/dapp-permissions', auth: 'admin' },
  accountChanges: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/account-changes', auth: 'admin' },
  export: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/export', auth: 'admin' },
  identities: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/identities', auth: 'admin' },
  delete: { method: 'DELETE', path: '/admin/apps/{appId}/users/{id}', auth: 'admin' },
  importLegacy: { method: 'POST', path: '/admin/apps/{appId}/users/import', auth: 'admin' },
} as const satisfies Endpoints
