import type { Endpoints } from './endpoint.ts'

export const gameRules = {
  get: { method: 'GET', path: '/admin/apps/{appId}/game/rules', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/game/rules', auth: 'admin' },
  versions: { method: 'GET', path: '/admin/apps/{appId}/game/rules/versions', auth: 'admin', meta: true },
  simulate: { method: 'POST', path: '/admin/apps/{appId}/game/rules/simulate', auth: 'admin' },
} as const satisfies Endpoints

export const gamePlayers = {
  get: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/game', auth: 'admin' },
  ledger: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/game/ledger', auth: 'admin', meta: true },
  adjust: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/game/adjust', auth: 'admin' },
} as const satisfies Endpoints
