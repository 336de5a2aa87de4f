import type { Endpoints } from './endpoint.ts'

export const signingKeys = {
  list: { method: 'GET', path: '/admin/signing-keys', auth: 'admin' },
  rotate: { method: 'POST', path: '/admin/signing-keys/rotate', auth: 'admin' },
} as const satisfies Endpoints
