import type { Endpoints } from './endpoint.ts'

export const privacy = {
  deletion: { method: 'GET', path: '/user/deletion', auth: 'user', support: true, beforeTerms: true },
  requestDeletion: { method: 'POST', path: '/user/deletion', auth: 'user', beforeTerms: true },
  cancelDeletion: { method: 'DELETE', path: '/user/deletion', auth: 'user', beforeTerms: true },
  terms: { method: 'GET', path: '/user/terms', auth: 'user', support: true, beforeTerms: true },
  acceptTerms: { method: 'POST', path: '/user/terms', auth: 'user', beforeTerms: true },
} as const satisfies Endpoints

export const deletions = {
  list: { method: 'GET', path: '/admin/apps/{appId}/deletions', auth: 'admin', role: 'viewer', meta: true },
  get: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/deletion', auth: 'admin', role: 'viewer' },
  cancel: { method: 'DELETE', path: '/admin/apps/{appId}/users/{id}/deletion', auth: 'admin', role: 'support' },
} as const satisfies Endpoints

export const terms = {
  acceptances: {
    method: 'GET',
    path: '/admin/apps/{appId}/terms/acceptances',
    auth: 'admin',
    role: 'viewer',
    meta: true,
  },
  ofUser: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/terms', auth: 'admin', role: 'viewer' },
} as const satisfies Endpoints

export const appTermsAcceptances = {
  ofUser: { method: 'GET', path: '/app/users/{id}/terms', auth: 'app' },
} as const satisfies Endpoints

export const appDeletions = {
  list: { method: 'GET', path: '/app/deletions', auth: 'app', meta: true },
} as const satisfies Endpoints
