import type { Endpoints } from './endpoint.ts'

export const walletPolicies = {
  get: { method: 'GET', path: '/admin/apps/{appId}/wallet-policy', auth: 'admin' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/wallet-policy', auth: 'admin' },
  getOfUser: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/wallet-policy', auth: 'admin' },
  updateOfUser: { method: 'PATCH', path: '/admin/apps/{appId}/users/{id}/wallet-policy', auth: 'admin' },
  dryRun: { method: 'POST', path: '/admin/apps/{appId}/wallet-policy/dry-run', auth: 'admin' },
} as const satisfies Endpoints
