import type { Endpoints } from './endpoint.ts'

export const loginMethods = {
  list: { method: 'GET', path: '/admin/apps/{appId}/login-methods', auth: 'admin' },
  test: { method: 'POST', path: '/admin/apps/{appId}/login-methods/{method}/test', auth: 'admin' },
  testMail: { method: 'POST', path: '/admin/apps/{appId}/mail-test', auth: 'admin' },
} as const satisfies Endpoints
