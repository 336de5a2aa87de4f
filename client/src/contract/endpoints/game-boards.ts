import type { Endpoints } from './endpoint.ts'

export const gameBoards = {
  get: { method: 'GET', path: '/admin/apps/{appId}/game/boards', auth: 'admin' },
  top: { method: 'GET', path: '/admin/apps/{appId}/game/boards/{board}', auth: 'admin', meta: true },
  rebuild: { method: 'POST', path: '/admin/apps/{appId}/game/boards/rebuild', auth: 'admin' },
} as const satisfies Endpoints
