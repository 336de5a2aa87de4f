import type { Endpoints } from './endpoint.ts'

export const gameStats = {
  get: { method: 'GET', path: '/admin/apps/{appId}/game/stats', auth: 'admin', role: 'viewer' },
} as const satisfies Endpoints
