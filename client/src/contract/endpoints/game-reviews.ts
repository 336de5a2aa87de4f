import type { Endpoints } from './endpoint.ts'

export const gameReviews = {
  list: { method: 'GET', path: '/admin/apps/{appId}/game/flags', auth: 'admin', role: 'viewer', meta: true },
  get: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/game/review', auth: 'admin', role: 'viewer' },
  clear: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/game/review/clear', auth: 'admin', role: 'support' },
  hold: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/game/review/hold', auth: 'admin', role: 'support' },
  limitTaps: {
    method: 'POST',
    path: '/admin/apps/{appId}/users/{id}/game/review/limit-taps',
    auth: 'admin',
    role: 'support',
  },
} as const satisfies Endpoints
