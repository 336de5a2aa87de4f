import type { Endpoints } from './endpoint.ts'

export const gameCenters = {
  list: { method: 'GET', path: '/admin/game-centers', auth: 'admin', meta: true },
  create: { method: 'POST', path: '/admin/game-centers', auth: 'admin' },
  get: { method: 'GET', path: '/admin/game-centers/{id}', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/game-centers/{id}', auth: 'admin' },
  move: { method: 'POST', path: '/admin/game-centers/{id}/move', auth: 'admin' },
  reorder: { method: 'POST', path: '/admin/game-centers/order', auth: 'admin' },
  delete: { method: 'DELETE', path: '/admin/game-centers/{id}', auth: 'admin' },
} as const satisfies Endpoints
