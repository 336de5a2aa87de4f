import type { Endpoints } from './endpoint.ts'

export const dappPermissions = {
  list: { method: 'GET', path: '/user/dapp-permissions', auth: 'user' },
  grant: { method: 'POST', path: '/user/dapp-permissions', auth: 'user' },
  revoke: { method: 'DELETE', path: '/user/dapp-permissions/{id}', auth: 'user' },
} as const satisfies Endpoints
