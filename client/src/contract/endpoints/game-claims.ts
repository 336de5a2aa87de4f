import type { Endpoints } from './endpoint.ts'

export const ringClaims = {
  list: { method: 'GET', path: '/admin/apps/{appId}/game/claims', auth: 'admin', meta: true },
  retry: { method: 'POST', path: '/admin/apps/{appId}/game/claims/{userId}/{id}/retry', auth: 'admin' },
  return: { method: 'POST', path: '/admin/apps/{appId}/game/claims/{userId}/{id}/return', auth: 'admin' },
} as const satisfies Endpoints

export const treasury = {
  get: { method: 'GET', path: '/admin/apps/{appId}/game/treasury', auth: 'admin' },
  create: { method: 'POST', path: '/admin/apps/{appId}/game/treasury', auth: 'admin' },
  pause: { method: 'POST', path: '/admin/apps/{appId}/game/treasury/pause', auth: 'admin' },
  resume: { method: 'POST', path: '/admin/apps/{appId}/game/treasury/resume', auth: 'admin' },
} as const satisfies Endpoints
