import type { Endpoints } from './endpoint.ts'

export const stats = {
  get: { method: 'GET', path: '/admin/stats', auth: 'admin' },
  ofApp: { method: 'GET', path: '/admin/apps/{id}/stats', auth: 'admin' },
} as const satisfies Endpoints
