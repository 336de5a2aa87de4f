import type { Endpoints } from './endpoint.ts'

export const appGame = {
  get: { method: 'GET', path: '/app/users/{id}/game', auth: 'app' },
  claims: { method: 'GET', path: '/app/users/{id}/claims', auth: 'app', meta: true },
} as const satisfies Endpoints
