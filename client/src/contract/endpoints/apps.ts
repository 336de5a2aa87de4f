import type { Endpoints } from './endpoint.ts'

export const apps = {
  list: { method: 'GET', path: '/admin/apps', auth: 'admin' },
  create: { method: 'POST', path: '/admin/apps', auth: 'admin' },
  get: { method: 'GET', path: '/admin/apps/{id}', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/apps/{id}', auth: 'admin' },
  duplicate: { method: 'POST', path: '/admin/apps/{id}/duplicate', auth: 'admin' },
  delete: { method: 'DELETE', path: '/admin/apps/{id}', auth: 'admin' },
  secret: { method: 'GET', path: '/admin/apps/{id}/secret', auth: 'admin' },
  rotateSecret: { method: 'POST', path: '/admin/apps/{id}/secret/rotate', auth: 'admin' },
} as const satisfies Endpoints
