import type { Endpoints } from './endpoint.ts'

export const gameTasks = {
  list: { method: 'GET', path: '/admin/apps/{appId}/game/tasks', auth: 'admin', meta: true },
  create: { method: 'POST', path: '/admin/apps/{appId}/game/tasks', auth: 'admin' },
  get: { method: 'GET', path: '/admin/apps/{appId}/game/tasks/{id}', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/game/tasks/{id}', auth: 'admin' },
  move: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/{id}/move', auth: 'admin' },
  reorder: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/order', auth: 'admin' },
  delete: { method: 'DELETE', path: '/admin/apps/{appId}/game/tasks/{id}', auth: 'admin' },
  createCodes: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/{id}/codes', auth: 'admin' },
  revokeCodes: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/{id}/codes/revoke', auth: 'admin' },
  secret: { method: 'GET', path: '/admin/apps/{appId}/game/tasks/{id}/secret', auth: 'admin' },
  rotateSecret: { method: 'POST', path: '/admin/apps/{appId}/game/tasks/{id}/secret/rotate', auth: 'admin' },
} as const satisfies Endpoints
