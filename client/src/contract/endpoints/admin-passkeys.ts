import type { Endpoints } from './endpoint.ts'

export const adminPasskeys = {
  list: { method: 'GET', path: '/admin/passkeys', auth: 'admin', role: 'viewer', reach: 'apps' },
  registerOptions: {
    method: 'POST',
    path: '/admin/passkeys/register-options',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  register: { method: 'POST', path: '/admin/passkeys', auth: 'admin', role: 'viewer', reach: 'apps', person: true },
  confirmOptions: {
    method: 'POST',
    path: '/admin/passkeys/confirm-options',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  rename: { method: 'PATCH', path: '/admin/passkeys/{id}', auth: 'admin', role: 'viewer', reach: 'apps', person: true },
  remove: {
    method: 'POST',
    path: '/admin/passkeys/{id}/remove',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
} as const satisfies Endpoints
