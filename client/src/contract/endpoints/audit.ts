import type { Endpoints } from './endpoint.ts'

export const audit = {
  chain: { method: 'GET', path: '/admin/audit/chain', auth: 'admin', role: 'viewer' },
  verify: { method: 'GET', path: '/admin/audit/verify', auth: 'admin', role: 'viewer' },
  extract: { method: 'GET', path: '/admin/audit/extract', auth: 'admin', role: 'viewer', reach: 'apps' },
  list: { method: 'GET', path: '/admin/audit', auth: 'admin', role: 'viewer', reach: 'apps', meta: true },
} as const satisfies Endpoints
