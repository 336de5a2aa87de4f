import type { Endpoints } from './endpoint.ts'

export const ethereum = {
  sendToken: { method: 'POST', path: '/user/ethereum/send-token', auth: 'user' },
} as const satisfies Endpoints

export const appEthereum = {
  sendToken: { method: 'POST', path: '/app/users/{id}/ethereum/send-token', auth: 'app' },
} as const satisfies Endpoints
