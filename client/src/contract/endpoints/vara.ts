import type { Endpoints } from './endpoint.ts'

export const vara = {
  sendMessage: { method: 'POST', path: '/user/vara/send-message', auth: 'user' },
  sendReply: { method: 'POST', path: '/user/vara/send-reply', auth: 'user' },
} as const satisfies Endpoints

export const appVara = {
  sendMessage: { method: 'POST', path: '/app/users/{id}/vara/send-message', auth: 'app' },
  sendReply: { method: 'POST', path: '/app/users/{id}/vara/send-reply', auth: 'app' },
} as const satisfies Endpoints
