import type { Endpoints } from './endpoint.ts'

export const dappPermissions = {
  list: { method: 'GET', path: '/user/dapp-permissions', auth: 'user', support: true },
  grant: { method: 'POST', path: '/user/dapp-permissions', auth: 'user' },
  revoke: { method: 'DELETE', path: '/user/dapp-permissions/{id}', auth: 'user', support: true },
} as const satisfies Endpoints
