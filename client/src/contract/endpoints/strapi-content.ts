import type { Endpoints } from './endpoint.ts'

export const content = {
  dapps: { method: 'GET', path: '/content/sonicx-games', auth: 'public', meta: true },
  gameCenters: { method: 'GET', path: '/content/sonicx-game-centers', auth: 'public', meta: true },
} as const satisfies Endpoints
