import type { Endpoints } from './endpoint.ts'

export const passkeys = {
  list: { method: 'GET', path: '/user/passkeys', auth: 'user', support: true },
  remove: { method: 'POST', path: '/user/passkeys/{id}/remove', auth: 'user' },
  registerOptions: { method: 'POST', path: '/user/passkeys/register/options', auth: 'user' },
  registerVerify: { method: 'POST', path: '/user/passkeys/register/verify', auth: 'user' },
  loginOptions: { method: 'POST', path: '/user/passkeys/login/options', auth: 'public' },
  loginVerify: { method: 'POST', path: '/user/passkeys/login/verify', auth: 'public' },
} as const satisfies Endpoints
