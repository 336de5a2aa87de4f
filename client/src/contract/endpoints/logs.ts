import type { Endpoints } from './endpoint.ts'

export const logs = {
  list: { method: 'GET', path: '/admin/logs', auth: 'admin' },
} as const satisfies Endpoints
