import type { Endpoints } from './endpoint.ts'

export const apps = {
  list: { method: 'GET', path: '/admin/apps', auth: 'admin', role: 'viewer', reach: 'apps' },
  create: { method: 'POST', path: '/admin/apps', auth: 'admin', role: 'operator' },
  get: { method: 'GET', path: '/admin/apps/{id}', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/apps/{id}', auth: 'admin', role: 'operator' },
  duplicate: { method: 'POST', path: '/admin/apps/{id}/duplicate', auth: 'admin', role: 'operator', reach: 'server' },
  delete: { method: 'DELETE', path: '/admin/apps/{id}', auth: 'admin', role: 'owner', person: true },
  secret: { method: 'GET', path: '/admin/apps/{id}/secret', auth: 'admin', role: 'operator' },
  rotateSecret: { method: 'POST', path: '/admin/apps/{id}/secret/rotate', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
