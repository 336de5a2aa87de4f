import type { Endpoints } from './endpoint.ts'

export const walletPolicies = {
  get: { method: 'GET', path: '/admin/apps/{appId}/wallet-policy', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/wallet-policy', auth: 'admin', role: 'operator' },
  getOfUser: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/wallet-policy', auth: 'admin', role: 'viewer' },
  updateOfUser: {
    method: 'PATCH',
    path: '/admin/apps/{appId}/users/{id}/wallet-policy',
    auth: 'admin',
    role: 'operator',
  },
  dryRun: { method: 'POST', path: '/admin/apps/{appId}/wallet-policy/dry-run', auth: 'admin', role: 'viewer' },
} as const satisfies Endpoints
