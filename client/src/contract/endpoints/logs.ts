import type { Endpoints } from './endpoint.ts'

export const logs = {
  list: { method: 'GET', path: '/admin/logs', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
