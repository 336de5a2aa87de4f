import type { Endpoints } from './endpoint.ts'

export const audit = {
  list: { method: 'GET', path: '/admin/audit', auth: 'admin', role: 'viewer', reach: 'apps', meta: true },
} as const satisfies Endpoints
