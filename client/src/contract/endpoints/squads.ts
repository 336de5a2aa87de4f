import type { Endpoints } from './endpoint.ts'

export const squads = {
  list: { method: 'GET', path: '/api/squads', auth: 'user', meta: true },
  get: { method: 'GET', path: '/api/squads/{id}', auth: 'user' },
  create: { method: 'POST', path: '/api/squads', auth: 'user' },
  join: { method: 'POST', path: '/api/squads/{id}/join', auth: 'user' },
  leave: { method: 'POST', path: '/api/squads/leave', auth: 'user' },
  removeMember: { method: 'DELETE', path: '/api/squads/{id}/members/{userId}', auth: 'user' },
} as const satisfies Endpoints

export const gameSquads = {
  list: { method: 'GET', path: '/admin/apps/{appId}/game/squads', auth: 'admin', role: 'viewer', meta: true },
  get: { method: 'GET', path: '/admin/apps/{appId}/game/squads/{id}', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/game/squads/{id}', auth: 'admin', role: 'operator' },
  removeMember: {
    method: 'DELETE',
    path: '/admin/apps/{appId}/game/squads/{id}/members/{userId}',
    auth: 'admin',
    role: 'support',
  },
  delete: { method: 'DELETE', path: '/admin/apps/{appId}/game/squads/{id}', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
