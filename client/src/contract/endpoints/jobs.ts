import type { Endpoints } from './endpoint.ts'

export const jobs = {
  list: { method: 'GET', path: '/admin/jobs', auth: 'admin', role: 'viewer' },
  retry: { method: 'POST', path: '/admin/jobs/{kind}/{id}/retry', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
