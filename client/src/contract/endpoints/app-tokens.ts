import type { Endpoints } from './endpoint.ts'

export const appTokens = {
  verify: { method: 'POST', path: '/app/tokens/verify', auth: 'app' },
} as const satisfies Endpoints
