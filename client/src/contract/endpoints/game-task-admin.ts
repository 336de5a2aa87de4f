import type { Endpoints } from './endpoint.ts'

const revealing = { held: { secrets: true }, collected: true } as const

export const gameTasks = {
  list: { method: 'GET', path: '/admin/apps/{appId}/game/tasks', auth: 'admin', role: 'viewer', meta: true },
  create: { method: 'POST', path: '/admin/apps/{appId}/game/tasks', auth: 'admin', role: 'operator' },
  get: { method: 'GET', path: '/admin/apps/{appId}/game/tasks/{id}', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/game/tasks/{id}', auth: 'admin', role: 'operator' },
  move: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/{id}/move', auth: 'admin', role: 'operator' },
  reorder: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/order', auth: 'admin', role: 'operator' },
  delete: { method: 'DELETE', path: '/admin/apps/{appId}/game/tasks/{id}', auth: 'admin', role: 'operator' },
  createCodes: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/{id}/codes', auth: 'admin', role: 'operator' },
  revokeCodes: {
    method: 'POST',
    path: '/admin/apps/{appId}/game/tasks/{id}/codes/revoke',
    auth: 'admin',
    role: 'operator',
  },
  secret: {
    method: 'GET',
    path: '/admin/apps/{appId}/game/tasks/{id}/secret',
    auth: 'admin',
    role: 'operator',
    ...revealing,
  },
  rotateSecret: {
    method: 'POST',
    path: '/admin/apps/{appId}/game/tasks/{id}/secret/rotate',
    auth: 'admin',
    role: 'operator',
    ...revealing,
  },
} as const satisfies Endpoints
