import type { Endpoints } from './endpoint.ts'

export const dapps = {
  list: { method: 'GET', path: '/admin/dapps', auth: 'admin', meta: true },
  create: { method: 'POST', path: '/admin/dapps', auth: 'admin' },
  get: { method: 'GET', path: '/admin/dapps/{id}', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/dapps/{id}', auth: 'admin' },
  move: { method: 'POST', path: '/admin/dapps/{id}/move', auth: 'admin' },
  reorder: { method: 'POST', path: '/admin/dapps/order', auth: 'admin' },
  delete: { method: 'DELETE', path: '/admin/dapps/{id}', auth: 'admin' },
} as const satisfies Endpoints
