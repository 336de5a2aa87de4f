import type { Endpoints } from './endpoint.ts'

export const database = {
  status: { method: 'GET', path: '/admin/database', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
