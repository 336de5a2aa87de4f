import type { Endpoints } from './endpoint.ts'

/** Rings are paid out by the rules: whoever changes rules or adds rings pays from the treasury. */
const held = { treasury: true } as const

export const gameRules = {
  get: { method: 'GET', path: '/admin/apps/{appId}/game/rules', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/game/rules', auth: 'admin', role: 'operator', held },
  versions: {
    method: 'GET',
    path: '/admin/apps/{appId}/game/rules/versions',
    auth: 'admin',
    role: 'viewer',
    meta: true,
  },
  simulate: { method: 'POST', path: '/admin/apps/{appId}/game/rules/simulate', auth: 'admin', role: 'viewer' },
} as const satisfies Endpoints

export const gamePlayers = {
  get: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/game', auth: 'admin', role: 'viewer' },
  ledger: {
    method: 'GET',
    path: '/admin/apps/{appId}/users/{id}/game/ledger',
    auth: 'admin',
    role: 'viewer',
    meta: true,
  },
  adjust: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/game/adjust', auth: 'admin', role: 'operator', held },
} as const satisfies Endpoints
