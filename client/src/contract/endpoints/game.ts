import type { Endpoints } from './endpoint.ts'

export const game = {
  profile: { method: 'GET', path: '/api/profile', auth: 'user' },
  click: { method: 'POST', path: '/api/click', auth: 'user' },
  buyBoost: { method: 'POST', path: '/api/boosts/buy', auth: 'user' },
  useBoost: { method: 'POST', path: '/api/boosts/use', auth: 'user' },
  takeDaily: { method: 'POST', path: '/api/daily', auth: 'user' },
  collectTapBot: { method: 'POST', path: '/api/tap-bot/collect', auth: 'user' },
  claimRings: { method: 'POST', path: '/api/claim-rings', auth: 'user' },
  review: { method: 'GET', path: '/api/review', auth: 'user' },
  appeal: { method: 'POST', path: '/api/appeal', auth: 'user' },
  leaderboard: { method: 'GET', path: '/api/leaderboard', auth: 'user', meta: true },
  referrals: { method: 'GET', path: '/api/referrals', auth: 'user', meta: true },
  bindReferrer: { method: 'POST', path: '/api/bind-referrer', auth: 'user' },
  bindOdyssey: { method: 'POST', path: '/api/bind-odyssey', auth: 'user' },
  claims: { method: 'GET', path: '/api/claims', auth: 'user', meta: true },
  tasks: { method: 'GET', path: '/api/tasks', auth: 'user' },
  verifyAction: { method: 'POST', path: '/api/verify-action', auth: 'user' },
} as const satisfies Endpoints
