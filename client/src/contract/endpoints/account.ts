import type { Endpoints } from './endpoint.ts'

export const account = {
  config: { method: 'GET', path: '/user/config', auth: 'public' },
  profile: { method: 'GET', path: '/user/profile', auth: 'user', support: true, beforeTerms: true },
  wallets: { method: 'GET', path: '/user/wallets', auth: 'user', support: true },
  updatePassword: { method: 'POST', path: '/user/update-password', auth: 'user' },
  reauthenticate: { method: 'POST', path: '/user/reauthenticate', auth: 'user', beforeTerms: true },
  redirectTicket: { method: 'POST', path: '/user/redirect-tickets', auth: 'user', beforeTerms: true },
  accountChanges: { method: 'GET', path: '/user/account-changes', auth: 'user', support: true, beforeTerms: true },
  undoAccountChange: { method: 'POST', path: '/user/account-changes/{id}/undo', auth: 'user' },
  updateProfile: { method: 'POST', path: '/user/update-profile', auth: 'user', support: true },
  logout: { method: 'POST', path: '/user/logout', auth: 'user', support: true, beforeTerms: true },
  sessions: { method: 'GET', path: '/user/sessions', auth: 'user', support: true, beforeTerms: true },
  revokeSession: { method: 'DELETE', path: '/user/sessions/{id}', auth: 'user' },
  referrals: { method: 'GET', path: '/user/referrals', auth: 'user', support: true, meta: true },
  bindReferrer: { method: 'POST', path: '/user/bind-referrer', auth: 'user' },
} as const satisfies Endpoints
