import * as z from 'zod'
import { Admin, adminCredentialFields, adminRightsFields, currentPassword, rightsErrors } from './admins.ts'
import { Email } from './credential-fields.ts'
import * as endpoints from './endpoints/admin-invitations.ts'
import { newNameErrors } from './errors.ts'
import { INVITATION_DAYS } from './facts/admin-invitations.ts'
import { Empty, Id, Instant } from './fields.ts'
import { route } from './route.ts'

const secret = z.string().max(128).describe('what stands behind # in the link')

const invited = {
  email: z.string(),
  ...adminRightsFields,
  invitedBy: z.string().describe('the name of the owner who invites'),
}

export const AdminInvitation = z
  .object({
    id: Id,
    ...invited,
    createdAt: Instant,
    sentAt: Instant.nullable().describe('when the mail server took the link; null where the owner hands it over'),
    expiresAt: Instant,
  })
  .meta({ id: 'AdminInvitation' })

const Issued = AdminInvitation.extend({
  link: z
    .string()
    .nullable()
    .describe('for you to hand over where this server has no mail server, shown this once; null where it was mailed'),
}).meta({ id: 'IssuedAdminInvitation' })

const sendingErrors = ['mail_unavailable', 'invitation_needs_console'] as const

/** Invitations of new admins by e-mail. There is no account before one is accepted. */
export const adminInvitations = {
  list: route(endpoints.adminInvitations.list, {
    summary: 'List open invitations of admins',
    description: 'Those that were neither accepted nor revoked, and have not expired.',
    input: z.object({}),
    output: z.array(AdminInvitation),
  }),
  create: route(endpoints.adminInvitations.create, {
    summary: 'Invite an admin by e-mail',
    description: `Mails a link, which works once within ${INVITATION_DAYS} days and lets its holder choose username and password. Without a mail server the answer has the link. The invitation ends if you are deleted or are no longer an owner.`,
    input: z.object({ email: Email, ...adminRightsFields, currentPassword }),
    output: Issued,
    status: 201,
    limited: true,
    errors: ['incorrect_password', 'invitation_exists', ...sendingErrors, ...rightsErrors],
  }),
  resend: route(endpoints.adminInvitations.resend, {
    summary: 'Send an invitation again, with a new link',
    description: `The former link stops working. The new one works for ${INVITATION_DAYS} days. You are the one who invites from then on.`,
    input: z.object({ id: Id, currentPassword }),
    output: Issued,
    limited: true,
    errors: ['incorrect_password', 'invitation_not_found', ...sendingErrors],
  }),
  revoke: route(endpoints.adminInvitations.revoke, {
    summary: 'Revoke an invitation',
    description: 'Its link stops working.',
    input: z.object({ id: Id }),
    output: Empty,
    errors: ['invitation_not_found'],
  }),
  show: route(endpoints.adminInvitations.show, {
    reader: 'Operators',
    summary: 'Show the invitation of a link',
    description: 'What its holder would be allowed to do. The invitation stays open.',
    input: z.object({ secret }),
    output: z.object({ ...invited, expiresAt: Instant }),
    errors: ['invitation_invalid'],
  }),
  accept: route(endpoints.adminInvitations.accept, {
    reader: 'Operators',
    summary: 'Accept an invitation: become an admin',
    description: 'Creates the admin with the role and the apps of the invitation, which is used up. Log in afterwards.',
    input: z.object({ secret, ...adminCredentialFields }),
    output: Admin,
    status: 201,
    errors: ['invitation_invalid', 'admin_exists', ...newNameErrors],
  }),
}
