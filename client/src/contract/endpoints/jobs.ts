import type { Endpoints } from './endpoint.ts'

export const jobs = {
  list: { method: 'GET', path: '/admin/jobs', auth: 'admin' },
  retry: { method: 'POST', path: '/admin/jobs/{kind}/{id}/retry', auth: 'admin' },
} as const satisfies Endpoints
