import type { Endpoints } from './endpoint.ts'

export const signingKeys = {
  list: { method: 'GET', path: '/admin/signing-keys', auth: 'admin', role: 'operator' },
  rotate: { method: 'POST', path: '/admin/signing-keys/rotate', auth: 'admin', role: 'owner' },
} as const satisfies Endpoints
