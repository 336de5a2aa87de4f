import type { Endpoints } from './endpoint.ts'

export const solana = {
  sendToken: { method: 'POST', path: '/user/solana/send-token', auth: 'user' },
  signTransaction: { method: 'POST', path: '/user/solana/sign-transaction', auth: 'user' },
  previewTransaction: { method: 'POST', path: '/user/solana/preview-transaction', auth: 'user' },
  previewSend: { method: 'POST', path: '/user/solana/preview-send', auth: 'user' },
  signMessage: { method: 'POST', path: '/user/solana/sign-message', auth: 'user' },
  privateKey: { method: 'POST', path: '/user/solana/private-key', auth: 'user' },
} as const satisfies Endpoints

export const appSolana = {
  sendToken: { method: 'POST', path: '/app/users/{id}/solana/send-token', auth: 'app' },
  signTransaction: { method: 'POST', path: '/app/users/{id}/solana/sign-transaction', auth: 'app' },
} as const satisfies Endpoints
