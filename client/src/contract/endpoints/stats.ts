import type { Endpoints } from './endpoint.ts'

export const stats = {
  get: { method: 'GET', path: '/admin/stats', auth: 'admin', role: 'viewer', reach: 'apps' },
  ofApp: { method: 'GET', path: '/admin/apps/{id}/stats', auth: 'admin', role: 'viewer' },
} as const satisfies Endpoints
