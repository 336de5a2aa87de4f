import type { Endpoints } from './endpoint.ts'

export const adminInvitations = {
  list: { method: 'GET', path: '/admin/invitations', auth: 'admin', role: 'owner' },
  create: { method: 'POST', path: '/admin/invitations', auth: 'admin', role: 'owner', person: true },
  resend: { method: 'POST', path: '/admin/invitations/{id}/resend', auth: 'admin', role: 'owner', person: true },
  revoke: { method: 'DELETE', path: '/admin/invitations/{id}', auth: 'admin', role: 'owner', person: true },
  show: { method: 'POST', path: '/admin/invitations/show', auth: 'public' },
  accept: { method: 'POST', path: '/admin/invitations/accept', auth: 'public' },
} as const satisfies Endpoints
