import type { Endpoints } from './endpoint.ts'

const one = '/admin/approvals/{id}'

export const approvals = {
  list: { method: 'GET', path: '/admin/approvals', auth: 'admin', role: 'operator', reach: 'apps', meta: true },
  get: { method: 'GET', path: one, auth: 'admin', role: 'operator', reach: 'apps' },
  approve: {
    method: 'POST',
    path: `${one}/approve`,
    auth: 'admin',
    role: 'operator',
    reach: 'apps',
    person: true,
  },
  refuse: { method: 'POST', path: `${one}/refuse`, auth: 'admin', role: 'operator', reach: 'apps', person: true },
  withdraw: { method: 'POST', path: `${one}/withdraw`, auth: 'admin', role: 'operator', reach: 'apps' },
  collect: { method: 'POST', path: `${one}/collect`, auth: 'admin', role: 'operator', reach: 'apps' },
} as const satisfies Endpoints

/** Which calls wait for a second admin. */
export const fourEyes = {
  get: { method: 'GET', path: '/admin/four-eyes', auth: 'admin', role: 'viewer', reach: 'apps' },
  update: {
    method: 'PATCH',
    path: '/admin/four-eyes',
    auth: 'admin',
    role: 'owner',
    person: true,
    held: { setting: true },
  },
} as const satisfies Endpoints
