import type { Endpoints } from './endpoint.ts'

export const health = {
  show: { method: 'GET', path: '/admin/health', auth: 'admin' },
} as const satisfies Endpoints
