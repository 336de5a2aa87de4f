import type { Endpoints } from './endpoint.ts'

export const adminTransactions = {
  list: { method: 'GET', path: '/admin/transactions', auth: 'admin', role: 'viewer', reach: 'apps', meta: true },
} as const satisfies Endpoints

export const transactions = {
  list: { method: 'GET', path: '/user/transactions', auth: 'user', support: true, meta: true },
} as const satisfies Endpoints

export const appTransactions = {
  get: { method: 'GET', path: '/app/transactions/{id}', auth: 'app' },
} as const satisfies Endpoints
