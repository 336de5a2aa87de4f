import type { Endpoints } from './endpoint.ts'

export const gameReviews = {
  list: { method: 'GET', path: '/admin/apps/{appId}/game/flags', auth: 'admin', meta: true },
  get: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/game/review', auth: 'admin' },
  clear: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/game/review/clear', auth: 'admin' },
  hold: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/game/review/hold', auth: 'admin' },
  limitTaps: { method: 'POST', path: '/admin/apps/{appId}/users/{id}/game/review/limit-taps', auth: 'admin' },
} as const satisfies Endpoints
