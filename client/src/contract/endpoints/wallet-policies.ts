import type { Held } from '../facts/four-eyes.ts'
import type { Endpoints } from './endpoint.ts'

/** Null restores a rule that may allow it. */
const held: Held = { policies: true, keyExport: { privateKeyExport: [true, null] } }

export const walletPolicies = {
  get: { method: 'GET', path: '/admin/apps/{appId}/wallet-policy', auth: 'admin', role: 'viewer' },
  update: { method: 'PATCH', path: '/admin/apps/{appId}/wallet-policy', auth: 'admin', role: 'operator', held },
  getOfUser: { method: 'GET', path: '/admin/apps/{appId}/users/{id}/wallet-policy', auth: 'admin', role: 'viewer' },
  updateOfUser: {
    method: 'PATCH',
    path: '/admin/apps/{appId}/users/{id}/wallet-policy',
    auth: 'admin',
    role: 'operator',
    held,
  },
  dryRun: { method: 'POST', path: '/admin/apps/{appId}/wallet-policy/dry-run', auth: 'admin', role: 'viewer' },
} as const satisfies Endpoints
