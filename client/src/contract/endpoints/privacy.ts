import type { Endpoints } from './endpoint.ts'

export const privacy = {
  deletion: { method: 'GET', path: '/user/deletion', auth: 'user', support: true },
  requestDeletion: { method: 'POST', path: '/user/deletion', auth: 'user' },
  cancelDeletion: { method: 'DELETE', path: '/user/deletion', auth: 'user' },
} as const satisfies Endpoints

export const deletions = {
  list: { method: 'GET', path: '/admin/apps/{appId}/deletions', auth: 'admin', role: 'viewer', meta: true },
  get: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/deletion', auth: 'admin', role: 'viewer' },
  cancel: { method: 'DELETE', path: '/admin/apps/{appId}/users/{id}/deletion', auth: 'admin', role: 'support' },
} as const satisfies Endpoints

export const appDeletions = {
  list: { method: 'GET', path: '/app/deletions', auth: 'app', meta: true },
} as const satisfies Endpoints
