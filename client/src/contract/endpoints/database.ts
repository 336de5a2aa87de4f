import type { Endpoints } from './endpoint.ts'

export const database = {
  status: { method: 'GET', path: '/admin/database', auth: 'admin' },
} as const satisfies Endpoints
