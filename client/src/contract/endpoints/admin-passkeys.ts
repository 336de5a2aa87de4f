import type { Endpoints } from './endpoint.ts'

export const adminPasskeys = {
  list: { method: 'GET', path: '/admin/passkeys', auth: 'admin', role: 'viewer', reach: 'apps' },
  registerOptions: {
    method: 'POST',
    path: '/admin/passkeys/register-options',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
  },
  register: { method: 'POST', path: '/admin/passkeys', auth: 'admin', role: 'viewer', reach: 'apps' },
  confirmOptions: {
    method: 'POST',
    path: '/admin/passkeys/confirm-options',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
  },
  rename: { method: 'PATCH', path: '/admin/passkeys/{id}', auth: 'admin', role: 'viewer', reach: 'apps' },
  remove: { method: 'POST', path: '/admin/passkeys/{id}/remove', auth: 'admin', role: 'viewer', reach: 'apps' },
} as const satisfies Endpoints
