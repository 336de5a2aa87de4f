import type { Endpoints } from './endpoint.ts'

/** Without a mail server the answer has the link. */
const inviting = { held: { access: true }, collected: true } as const

export const adminInvitations = {
  list: { method: 'GET', path: '/admin/invitations', auth: 'admin', role: 'owner' },
  create: { method: 'POST', path: '/admin/invitations', auth: 'admin', role: 'owner', person: true, ...inviting },
  resend: {
    method: 'POST',
    path: '/admin/invitations/{id}/resend',
    auth: 'admin',
    role: 'owner',
    person: true,
    ...inviting,
  },
  revoke: { method: 'DELETE', path: '/admin/invitations/{id}', auth: 'admin', role: 'owner', person: true },
  show: { method: 'POST', path: '/admin/invitations/show', auth: 'public' },
  accept: { method: 'POST', path: '/admin/invitations/accept', auth: 'public' },
} as const satisfies Endpoints
