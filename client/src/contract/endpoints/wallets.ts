import type { Endpoints } from './endpoint.ts'

export const adminWallets = {
  balances: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/wallets/balances', auth: 'admin', role: 'viewer' },
  history: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/wallets/history', auth: 'admin', role: 'viewer' },
} as const satisfies Endpoints

export const wallets = {
  balances: { method: 'GET', path: '/user/wallets/balances', auth: 'user', support: true },
  history: { method: 'GET', path: '/user/wallets/history', auth: 'user', support: true },
} as const satisfies Endpoints

export const appWallets = {
  balances: { method: 'GET', path: '/app/users/{id}/wallets/balances', auth: 'app' },
  history: { method: 'GET', path: '/app/users/{id}/wallets/history', auth: 'app' },
} as const satisfies Endpoints
