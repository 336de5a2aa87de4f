import type { Endpoints } from './endpoint.ts'

export const secondFactor = {
  status: { method: 'GET', path: '/admin/second-factor', auth: 'admin', role: 'viewer', reach: 'apps' },
  begin: {
    method: 'POST',
    path: '/admin/second-factor/begin',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  confirm: {
    method: 'POST',
    path: '/admin/second-factor/confirm',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  renewCodes: {
    method: 'POST',
    path: '/admin/second-factor/recovery-codes',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  remove: {
    method: 'POST',
    path: '/admin/second-factor/remove',
    auth: 'admin',
    role: 'viewer',
    reach: 'apps',
    person: true,
  },
  reset: {
    method: 'POST',
    path: '/admin/admins/{id}/second-factor/reset',
    auth: 'admin',
    role: 'owner',
    person: true,
    held: { access: true },
  },
} as const satisfies Endpoints
