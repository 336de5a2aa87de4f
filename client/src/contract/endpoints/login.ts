import { type ProofMethod, proofMethods } from '../providers.ts'
import type { Endpoint, Endpoints } from './endpoint.ts'

const loginCalls = Object.fromEntries(
  proofMethods.map((method) => [method, { method: 'POST', path: `/user/login-${method}`, auth: 'public' }]),
) as unknown as Record<ProofMethod, Endpoint<'public', 'POST'> & { meta?: true }>

export const login = {
  username: { method: 'POST', path: '/user/login-username', auth: 'public' },
  emailStart: { method: 'POST', path: '/user/login-email/start', auth: 'public' },
  challenge: { method: 'POST', path: '/user/challenge', auth: 'public' },
  oidcConnection: { method: 'POST', path: '/user/login-oidc/connection', auth: 'public' },
  ...loginCalls,
} as const satisfies Endpoints
