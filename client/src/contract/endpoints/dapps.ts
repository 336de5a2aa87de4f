import type { Endpoints } from './endpoint.ts'

export const dapps = {
  list: { method: 'GET', path: '/admin/dapps', auth: 'admin', role: 'viewer', meta: true },
  create: { method: 'POST', path: '/admin/dapps', auth: 'admin', role: 'operator' },
  get: { method: 'GET', path: '/admin/dapps/{id}', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/dapps/{id}', auth: 'admin', role: 'operator' },
  move: { method: 'POST', path: '/admin/dapps/{id}/move', auth: 'admin', role: 'operator' },
  reorder: { method: 'POST', path: '/admin/dapps/order', auth: 'admin', role: 'operator' },
  delete: { method: 'DELETE', path: '/admin/dapps/{id}', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
