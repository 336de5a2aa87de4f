/** What can be wrong with the audit trail. docs/audit.md explains each. */
export const auditFaults = [
  'line_changed',
  'line_removed',
  'link_removed',
  'signature_invalid',
  'unsigned',
  'checkpoint_invalid',
  'removed_unproven',
  'link_outside',
  'line_unlinked',
  'head_lost',
] as const
export type AuditFault = (typeof auditFaults)[number]

/** The most links that a call verifies or extracts. */
export const AUDIT_LINKS = 1000
