import type { Endpoints } from './endpoint.ts'

export const health = {
  show: { method: 'GET', path: '/admin/health', auth: 'admin', role: 'viewer' },
  diagnose: { method: 'GET', path: '/admin/health/diagnosis', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
