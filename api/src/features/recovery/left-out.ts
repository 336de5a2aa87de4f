/** Why a table is in no backup. After a restore it is empty, unless it says otherwise. */
export const leftOut: Readonly<Record<string, string>> = {
  Session: 'a session that was ended after the backup would be valid again',
  AdminSession: 'a session that was ended after the backup would be valid again',
  ServiceToken: 'a token that was revoked after the backup would be valid again',
  SupportSession: 'works for minutes; the audit trail has what it did',
  Approval: 'a request that was refused or run after the backup would wait again; the audit trail has them',
  EmailCode: 'works for minutes',
  rate_limit: 'counts of attempts, of the last minutes',
  KnownClient: 'devices are known again after their next login; a changed password has made strangers of some',
  PlayerAddress: 'digests of addresses, which tell nothing once the salt of their day is deleted',
  AuditPending: 'a restore writes it anew: the lines without a link',
  WebhookDelivery: 'what was sent after the backup would be sent again, by a restore elsewhere too',
  AddressSalt: 'is deleted soon, so that digests of addresses tell nothing',
}

/**
 * Which rows of a table are in a backup, where not all are. A restore drops the others too: backups of older releases have some of them,
 * and so can made-up ones.
 */
export const filters: Readonly<Record<string, string>> = {
  // What is still to be used works for minutes. What was used must not work again.
  OneTime: `kind = 'spent'`,
  // A login that waits, or was approved and not fetched, would give a session after the restore. Its approver's session is gone.
  DeviceLogin: 'false',
  // The link of one that was used or revoked after the backup would make an admin.
  AdminInvitation: 'false',
  // They belong to sessions, which are left out. What was revoked after the backup would be valid again.
  OidcRecord: 'false',
}
