import type { Endpoints } from './endpoint.ts'

export const gameBoards = {
  get: { method: 'GET', path: '/admin/apps/{appId}/game/boards', auth: 'admin', role: 'viewer' },
  top: { method: 'GET', path: '/admin/apps/{appId}/game/boards/{board}', auth: 'admin', role: 'viewer', meta: true },
  rebuild: { method: 'POST', path: '/admin/apps/{appId}/game/boards/rebuild', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
