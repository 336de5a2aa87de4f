import type { Endpoints } from './endpoint.ts'

export const pictures = {
  upload: { method: 'POST', path: '/admin/pictures', auth: 'admin', role: 'operator', reach: 'apps' },
} as const satisfies Endpoints
