import { type ProofMethod, proofMethods } from '../providers.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'

const bindCalls = Object.fromEntries(
  proofMethods.map((method) => [method, { method: 'POST', path: `/user/bind-${method}`, auth: 'user' }]),
) as unknown as Record<ProofMethod, Endpoint<'user', 'POST'> & { meta?: true }>

export const bind = {
  ...bindCalls,
  unbind: { method: 'POST', path: '/user/unbind', auth: 'user' },
} as const satisfies Endpoints
