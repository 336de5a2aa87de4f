import type { Endpoints } from './endpoint.ts'

export const player = {
  config: { method: 'GET', path: '/player/config', auth: 'public' },
  inviter: { method: 'GET', path: '/player/inviter', auth: 'public' },
} as const satisfies Endpoints
