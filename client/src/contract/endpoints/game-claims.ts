import type { Endpoints } from './endpoint.ts'

export const ringClaims = {
  list: { method: 'GET', path: '/admin/apps/{appId}/game/claims', auth: 'admin', role: 'viewer', meta: true },
  retry: {
    method: 'POST',
    path: '/admin/apps/{appId}/game/claims/{userId}/{id}/retry',
    auth: 'admin',
    role: 'operator',
  },
  return: {
    method: 'POST',
    path: '/admin/apps/{appId}/game/claims/{userId}/{id}/return',
    auth: 'admin',
    role: 'operator',
  },
} as const satisfies Endpoints

export const treasury = {
  get: { method: 'GET', path: '/admin/apps/{appId}/game/treasury', auth: 'admin', role: 'viewer' },
  create: { method: 'POST', path: '/admin/apps/{appId}/game/treasury', auth: 'admin', role: 'operator' },
  pause: { method: 'POST', path: '/admin/apps/{appId}/game/treasury/pause', auth: 'admin', role: 'operator' },
  resume: {
    method: 'POST',
    path: '/admin/apps/{appId}/game/treasury/resume',
    auth: 'admin',
    role: 'operator',
    held: { treasury: true },
  },
} as const satisfies Endpoints
