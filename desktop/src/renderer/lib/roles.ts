import type { AdminRole } from '@openauth/client'
import type { MessageId } from '../i18n/i18n.ts'

/** What the roles of admins are called. */
export const roleTitles: Record<AdminRole, MessageId> = {
  viewer: 'roles.viewer',
  support: 'roles.support',
  operator: 'roles.operator',
  owner: 'roles.owner',
}

/** What each role may do, in a sentence. */
export const roleLeads: Record<AdminRole, MessageId> = {
  viewer: 'roles.viewerLead',
  support: 'roles.supportLead',
  operator: 'roles.operatorLead',
  owner: 'roles.ownerLead',
}
