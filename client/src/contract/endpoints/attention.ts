import type { Endpoints } from './endpoint.ts'

export const attention = {
  list: { method: 'GET', path: '/admin/attention', auth: 'admin', role: 'viewer', reach: 'apps' },
} as const satisfies Endpoints
