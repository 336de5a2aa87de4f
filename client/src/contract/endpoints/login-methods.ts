import type { Endpoints } from './endpoint.ts'

export const loginMethods = {
  list: { method: 'GET', path: '/admin/apps/{appId}/login-methods', auth: 'admin', role: 'viewer' },
  test: { method: 'POST', path: '/admin/apps/{appId}/login-methods/{method}/test', auth: 'admin', role: 'operator' },
  testMail: { method: 'POST', path: '/admin/apps/{appId}/mail-test', auth: 'admin', role: 'operator' },
} as const satisfies Endpoints
