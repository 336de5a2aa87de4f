import type { Endpoints } from './endpoint.ts'

export const pictures = {
  upload: { method: 'POST', path: '/admin/pictures', auth: 'admin' },
} as const satisfies Endpoints
