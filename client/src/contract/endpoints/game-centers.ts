import type { Endpoints } from './endpoint.ts'

export const gameCenters = {
  list: { method: 'GET', path: '/admin/game-centers', auth: 'admin', role: 'viewer', meta: true },
  create: { method: 'POST', path: '/admin/game-centers', auth: 'admin', role: 'operator' },
  get: { method: 'GET', path: '/admin/game-centers/{id}', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/game-centers/{id}', auth: 'admin', role: 'operator' },
  move: { method: 'POST', path: '/admin/game-centers/{id}/move', auth: 'admin', role: 'operator' },
  reorder: { method: 'POST', path: '/admin/game-centers/order', auth: 'admin', role: 'operator' },
  delete: { method: 'DELETE', path: '/admin/game-centers/{id}', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
