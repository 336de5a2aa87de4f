/** Why a table is in no backup. After a restore it is empty. */
export const leftOut: Readonly<Record<string, string>> = {
  Session: 'a session that was ended after the backup would be valid again',
  AdminSession: 'a session that was ended after the backup would be valid again',
  EmailCode: 'works for minutes',
  rate_limit: 'counts of attempts, of the last minutes',
  KnownClient: 'devices are known again after their next login; a changed password has made strangers of some',
  PlayerAddress: 'digests of addresses, which tell nothing once the salt of their day is deleted',
  AddressSalt: 'is deleted soon, so that digests of addresses tell nothing',
}

/** Which rows of a table are in a backup, where not all are. */
export const filters: Readonly<Record<string, string>> = {
  // What is still to be used works for minutes. What was used must not work again.
  OneTime: `kind = 'spent'`,
}
