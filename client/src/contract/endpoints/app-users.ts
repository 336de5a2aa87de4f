import type { Endpoints } from './endpoint.ts'

export const appUsers = {
  findOrCreate: { method: 'POST', path: '/app/users', auth: 'app' },
  list: { method: 'GET', path: '/app/users', auth: 'app', meta: true },
  get: { method: 'GET', path: '/app/users/{id}', auth: 'app' },
  referral: { method: 'GET', path: '/app/users/{id}/referral', auth: 'app' },
  wallets: { method: 'GET', path: '/app/users/{id}/wallets', auth: 'app' },
  sessions: { method: 'GET', path: '/app/users/{id}/sessions', auth: 'app' },
  transactions: { method: 'GET', path: '/app/users/{id}/transactions', auth: 'app', meta: true },
  disable: { method: 'POST', path: '/app/users/{id}/disable', auth: 'app' },
  enable: { method: 'POST', path: '/app/users/{id}/enable', auth: 'app' },
  update: { method: 'PATCH', path: '/app/users/{id}', auth: 'app' },
  endSessions: { method: 'DELETE', path: '/app/users/{id}/sessions', auth: 'app' },
  search: { method: 'POST', path: '/app/users/search', auth: 'app' },
  bindReferrer: { method: 'POST', path: '/app/users/{id}/bind-referrer', auth: 'app' },
} as const satisfies Endpoints
